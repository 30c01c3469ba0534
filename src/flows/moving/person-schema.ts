import { languages } from '#platform/languages.ts'
import { onConflicts } from './batch/plan.ts'

const text = (description: string) => ({ type: 'string', description })

/** JSON Schema of somebody who is brought here, as a line of a file has them, too. */
export const personSchema = {
  type: 'object',
  properties: {
    email: { type: 'string', format: 'email', maxLength: 254 },
    emailVerified: {
      type: 'boolean',
      description:
        'Whether the other system has confirmed it. If not, whoever proves it first takes the account over, and what came along is gone.',
    },
    externalId: text('What your application knows the person by, 1 to 128 printable characters.'),
    createdAt: { type: 'string', format: 'date-time' },
    language: { type: 'string', enum: [...languages] },
    password: {
      type: 'object',
      description: 'A hash as the other system has it: `phc`, or `scheme` and its parts.',
      properties: {
        phc: text('A text that says by itself how it was made, such as `$2b$10$…`.'),
        scheme: text('`bcrypt`, `scrypt`, `pbkdf2-sha256` or another of the guide.'),
        hash: { type: 'string' },
        salt: { type: 'string' },
        rounds: { type: 'integer' },
      },
    },
    totp: {
      type: 'object',
      description: 'Of an authenticator app. Six digits every 30 seconds by SHA1, and nothing else.',
      properties: {
        secret: text('Base32.'),
        backupCodes: {
          type: 'array',
          items: { type: 'string' },
          maxItems: 20,
          description: 'As the person has them, and not hashed.',
        },
      },
      required: ['secret'],
    },
    identities: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          provider: text('As in `OAUTH_PROVIDERS`.'),
          subject: text("The provider's id of the person."),
          email: { type: 'string' },
        },
        required: ['provider', 'subject'],
      },
    },
    disabled: {
      type: 'object',
      properties: { until: { type: 'string', format: 'date-time' }, reason: { type: 'string' } },
      required: ['reason'],
    },
  },
  required: ['email'],
}

/** Of a request with some of them. */
export const peopleSchema = (most: number) => ({
  type: 'object',
  properties: {
    people: { type: 'array', minItems: 1, maxItems: most, items: personSchema },
    onConflict: {
      type: 'string',
      enum: [...onConflicts],
      description:
        'What to do with somebody who is here already: `fail` by default. `add` overwrites nothing.',
    },
  },
  required: ['people'],
})
