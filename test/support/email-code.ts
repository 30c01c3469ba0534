import assert from 'node:assert/strict'
import type { EmailCodeChallenge } from '../../contract/wire.ts'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { newMailedCode } from '../../src/accounts/links/code.ts'
import { signInCodeDigest } from '../../src/credentials/mailed-code/digest.ts'
import {
  lockMailedCode,
  replaceMailedCode,
  setMailedCode,
} from '../../src/credentials/mailed-code/queries.ts'
import { mailedCodeChallenges } from '../../src/credentials/mailed-code/token.ts'
import type { Service } from '../../src/start.ts'
import { type Answer, post } from './http.ts'
import { codeIn, type Mailing, nextMail } from './mailing.ts'

type At = { address: string }
type Options = { headers?: Record<string, string> }

/** What a client needs to sign in: what it holds, and what is typed. */
export type MailedCode = { challenge: string; code: string }

export const askForCode = (service: At, email: string, options: Options = {}): Promise<Answer> =>
  post(service, '/auth/email-code', { email }, options)

/** @throws unless it was taken down */
export const challengeFor = async (
  service: At,
  email: string,
  options: Options = {},
): Promise<EmailCodeChallenge> => {
  const answer = await askForCode(service, email, options)
  assert.equal(answer.status, 202, answer.text)
  return answer.body as EmailCodeChallenge
}

/** Asks for a code, and takes it out of the mailbox. */
export const codeByMail = async (
  service: Mailing,
  email: string,
  options: Options = {},
): Promise<MailedCode> => {
  const { challenge } = await challengeFor(service, email, options)
  return { challenge, code: codeIn(await nextMail(service, email, 'Your code')) }
}

export const signInByEmailCode = (
  service: At,
  { challenge, code }: MailedCode,
  options: Options = {},
): Promise<Answer> => post(service, '/auth/token', { grant_type: 'email_code', challenge, code }, options)

/** The same without a mail server: what the service writes when it mails a code, by its own functions. */
export const codeMailedTo = async (
  { deps: { db, keys } }: Pick<Service, 'deps'>,
  canonical: string,
  { isForNewcomer = false } = {},
): Promise<MailedCode> => {
  const ids = { subject: subjectOf.email(canonical), place: subjectOf.address('192.0.2.99') }
  const { token: challenge, key } = mailedCodeChallenges.issue(ids)
  const code = newMailedCode()
  await db.transaction(async (runner) => {
    await replaceMailedCode(runner, key, { typed: canonical, canonical })
    const locked = await lockMailedCode(runner, key)
    assert.ok(locked)
    await setMailedCode(runner, locked, { codeDigest: signInCodeDigest(keys[0], key, code), isForNewcomer })
  })
  return { challenge, code }
}
