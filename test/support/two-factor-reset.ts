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

/** Signs in as far as the first factor goes, and asks for the mail. @returns its token */
export const resetTokenFor = async (service: Mailing, person: Credentials): Promise<string> => {
  const asked = await askForReset(service, await challengeFor(service, person))
  assert.deepEqual([asked.status, asked.text], [202, ''])
  return tokenIn(await nextMail(service, person.email, 'Confirm the removal'))
}

/** A reset that waits. @returns the token that stops it, out of the first notice */
export const waitingReset = async (service: Mailing, person: Credentials): Promise<string> => {
  const begun = await beginReset(service, await resetTokenFor(service, person))
  assert.equal(begun.status, 202, begun.text)
  return tokenIn(await nextMail(service, person.email, 'will be removed in'))
}

/** Lets so many hours go by, a sweep at the end of them. What was to be told by then has been. */
export const pass = async (service: Mailing, hours: number): Promise<void> => {
  await deliverAll(service.deps)
  await shiftRows(service, hours * 3_600)
  await runJobs(service.deps, jobs)
}

/** When the factor will be removed, as somebody sees it who is signed in. */
export const removesAt = async (
  service: At,
  person: Pick<Person, 'userId' | 'accessToken'>,
): Promise<string | null> => (await get(service, settingsOf(person), person.accessToken)).body.removesAt
