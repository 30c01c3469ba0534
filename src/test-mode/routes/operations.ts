import { randomUUID } from 'node:crypto'
import { canonicalEmail } from '#accounts/users/canonical-email.ts'
import { findOwnerOf } from '#accounts/users/queries/email-owners.ts'
import { addServiceKey } from '#credentials/service-keys/add.ts'
import type { Deps } from '#deps.ts'
import { registrationBodyOf } from '#flows/registration/register.ts'
import { isId } from '#platform/crypto/id.ts'
import { badRequest, notFound } from '#platform/errors.ts'
import { readBody } from '#platform/http/body.ts'
import { instantIn } from '#platform/instants.ts'
import { clockBody, failureBody, mailsQuery, passkeyBody, personBody, serviceKeyBody } from '../bodies.ts'
import { instantAfter } from '../duration.ts'
import { findMails } from '../find-mails.ts'
import { codeOfPerson, codeOfSecret } from '../one-time-code.ts'
import type { OwnInterface } from '../own-interface.ts'
import type { Parts } from '../parts.ts'
import { passTime } from '../pass-time.ts'
import { answerOfPasskey } from '../passkey.ts'
import { makePerson } from '../people.ts'
import { reset } from '../reset.ts'
import type { TestFailure } from '../testing-types.ts'
import type { fewAtOnce } from '../together.ts'

export type Given = {
  deps: Deps
  parts: Parts
  ask: OwnInterface
  /** Everything that is due, with whoever wants that at the moment. */
  deliver: () => Promise<void>
  inTurn: ReturnType<typeof fewAtOnce>
  /** For what sets the clock: two moves at once would both count from the same time, and a move undo a reset. */
  alone: ReturnType<typeof fewAtOnce>
}

type Asked = {
  body: unknown
  query: Readonly<Record<string, unknown>>
  params: Readonly<Record<string, string>>
  gone: AbortSignal
}

/** @returns the body of the answer; 204 without one */
type Operation = (given: Given, asked: Asked) => Promise<unknown>

/** Everything below `/test`. */
export const testOperations: Readonly<Record<string, Operation>> = {
  'POST /test/people': async (given, { body }) => {
    const {
      email = `${randomUUID()}@example.com`,
      password = randomUUID(),
      ...wanted
    } = await readBody(personBody, body)
    const registration = { email, password, passwordConfirmation: password }
    // before somebody is invited, too
    const { email: address } = await readBody(registrationBodyOf(given.deps.config), registration)
    return given.inTurn(() => makePerson(given, { address, password, ...wanted }))
  },

  'GET /test/people/:person/totp': async ({ deps }, { params: { person = '' } }) => ({
    code: await codeOfPerson(deps, await idOfPerson(deps, person)),
  }),

  'GET /test/totp': async ({ deps }, { query: { secret = '' } }) => ({
    code: codeOfSecret(deps, String(secret)),
  }),

  'GET /test/mails': async ({ deps, parts }, { query, gone }) => ({
    mails: await findMails(deps, parts.mailbox, await readBody(mailsQuery, query), gone),
  }),

  'DELETE /test/mails': async ({ parts }, { query }) => {
    const { to, kind } = await readBody(mailsQuery, query)
    parts.mailbox.remove({ to, kind })
  },

  'GET /test/clock': async ({ parts }) => nowOf(parts),

  'POST /test/clock': async ({ deps, parts, alone }, { body, gone }) => {
    const wanted = await readBody(clockBody, body)
    return alone(async () => {
      await passTime(deps, parts, passingMs(deps.now(), wanted), gone)
      return nowOf(parts)
    })
  },

  'POST /test/passkey': async ({ deps, parts }, { body }) =>
    answerOfPasskey(deps, parts, await readBody(passkeyBody, body)),

  'POST /test/service-keys': async ({ deps }, { body }) => {
    const { name = 'test', scopes } = await readBody(serviceKeyBody, body)
    return addServiceKey(deps, { name, scopes, networks: [], days: 365 })
  },

  'POST /test/fail': async ({ parts }, { body }) => {
    const { times = 1, path, ...how } = await readBody(failureBody, body)
    parts.weather.set({ ...wantedFailure(how), times, path })
  },

  'POST /test/reset': ({ deps, parts, alone }) => alone(() => reset(deps, parts)),
}

const idOfPerson = async ({ db }: Deps, person: string): Promise<string> => {
  if (isId(person)) return person
  const email = canonicalEmail(person)
  const owner = email && (await findOwnerOf(db, email.canonical))
  if (!owner) throw notFound()
  return owner.userId
}

const nowOf = ({ clock }: Parts) => ({ now: new Date(clock.nowMs()).toISOString() })

/** How much time passes until then, below 0 if it is over. */
const passingMs = (
  nowMs: number,
  { add, to }: { add?: string | undefined; to?: string | undefined },
): number => {
  if ((add === undefined) === (to === undefined)) throw badRequest('Either add or to is needed.')
  const instantMs = add === undefined ? instantIn(`${to}`)?.getTime() : instantAfter(nowMs, add)
  if (instantMs !== undefined) return instantMs - nowMs
  throw badRequest('Time is added as a duration such as PT15M, or moved to an instant (ISO 8601).')
}

const wantedFailure = ({
  next,
  lose,
}: {
  next?: number | undefined
  lose?: 'answer' | undefined
}): TestFailure => {
  if (next !== undefined && lose === undefined) return { next }
  if (lose !== undefined && next === undefined) return { lose }
  throw badRequest('Either next, a status, or lose is needed.')
}
