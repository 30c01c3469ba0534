import assert from 'node:assert/strict'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { type Answer, get, post } from './http.ts'
import { deliverAll, type Mailing, nextMail, tokenIn } from './mailing.ts'
import type { Credentials, Person } from './people.ts'
import { challengeFor, settingsOf } from './second-factor.ts'
import { shiftRows } from './time.ts'

type At = { address: string }
const path = '/auth/two-factor/reset'

export const askForReset = (service: At, challenge: unknown): Promise<Answer> =>
  post(service, path, { challenge })

export const beginReset = (service: At, token: string): Promise<Answer> =>
  post(service, `${path}/confirm`, { token })

export const cancelReset = (service: At, token: string): Promise<Answer> =>
  post(service, `${path}/cancel`, { token })

/** Proves the first factor, and requests the mail. @returns its token */
export const resetTokenFor = async (service: Mailing, person: Credentials): Promise<string> => {
  const asked = await askForReset(service, await challengeFor(service, person))
  assert.deepEqual([asked.status, asked.text], [202, ''])
  return tokenIn(await nextMail(service, person.email, 'Confirm the removal'))
}

/** A pending reset. @returns the token that stops it, out of the first notice */
export const waitingReset = async (service: Mailing, person: Credentials): Promise<string> => {
  const begun = await beginReset(service, await resetTokenFor(service, person))
  assert.equal(begun.status, 202, begun.text)
  return tokenIn(await nextMail(service, person.email, 'will be removed in'))
}

/** Lets so many hours pass, and runs the jobs. All notices due by then are sent. */
export const pass = async (service: Mailing, hours: number): Promise<void> => {
  await deliverAll(service.deps)
  await shiftRows(service, hours * 3_600)
  await runJobs(service.deps, jobs)
}

/** When the factor will be removed, as a signed-in person sees it. */
export const removesAt = async (
  service: At,
  person: Pick<Person, 'userId' | 'accessToken'>,
): Promise<string | null> => (await get(service, settingsOf(person), person.accessToken)).body.removesAt
