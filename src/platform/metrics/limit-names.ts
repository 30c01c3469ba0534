const mails = ['verification', 'reset', 'invite', 'email change', 'two-factor reset', 'sign-in code'] as const

/** Owners' repeatable actions that write events, emails or rows each time. */
const changes = [
  'two-factor',
  'passkey',
  'backup code',
  'identity',
  'unlinking',
  'password',
  'closing',
  'session',
] as const

export type LimitedMail = (typeof mails)[number]
export type LimitedChange = (typeof changes)[number]

/** Every limit there is. */
export const limitNames = [
  'password',
  'second factor',
  'enrolment',
  'mailed code',
  'exports',
  'resets',
  'failures',
  'sign-ins',
  'sign-in codes',
  'newcomer mails',
  'registrations',
  'service key failures',
  'acts',
  'factor removals',
  'provider sign-ins',
  ...mails.map((kind) => `${kind} mails` as const),
  ...changes.map((kind) => `${kind} changes` as const),
] as const

export type LimitName = (typeof limitNames)[number]
