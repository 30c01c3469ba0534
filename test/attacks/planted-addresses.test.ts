import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type RowSeals, rowSeals } from '../../src/platform/crypto/row-seals.ts'
import { sealsOf } from '../../src/platform/db/sealing.ts'
import { changeToken, verify } from '../support/address-change.ts'
import { signInWith, startFederated } from '../support/federation.ts'
import { get } from '../support/http.ts'
import { startMailServer } from '../support/mail-server.ts'
import { newOperator } from '../support/operators.ts'
import { exchange, newEmail, register, tokensOf } from '../support/people.ts'
import { challengeFor, registerGuarded } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { askForReset } from '../support/two-factor-reset.ts'

const mailServer = await startMailServer()
const federated = await startFederated(
  { acme: {} },
  { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'no-reply@acme.example' },
)
const service = { ...federated, mailServer }
const { db } = service.deps
const { people } = service.providers.acme
const operator = await newOperator(service, 'users:write')

/** Gives an account another address, as whoever writes to the database can. @returns it */
const plantAddress = async (
  { userId, email }: { userId: string; email: string },
  seals: RowSeals,
): Promise<string> => {
  const planted = newEmail()
  const mac = seals.seal('email', [userId, planted, planted])
  await db.run(sql`delete from email_owners where canonical = ${email}`)
  await db.run(sql`insert into email_owners (canonical, user_id) values (${planted}, ${userId})`)
  await db.run(sql`
    update emails set canonical = ${planted}, typed = ${planted}, mac = ${mac} where user_id = ${userId}`)
  return planted
}

/** What a mailbox is worth. @returns whether the planted one got it */
const attempts: Record<string, (seals: RowSeals) => Promise<boolean>> = {
  'link from an operator': async (seals) => {
    const person = await register(service)
    await plantAddress(person, seals)
    const reason = 'They have forgotten their password.'
    const answer = await operator.ask('POST', `/users/${person.userId}/password-reset`, { reason })
    return answer.status === 202
  },
  'link that undoes a change': async (seals) => {
    const person = await register(service)
    const token = await changeToken(service, person, newEmail())
    await plantAddress(person, seals)
    return (await verify(service, token)).status === 204
  },
  'sign-in with a provider': async (seals) => {
    const person = await register(service)
    const subject = randomUUID()
    people.set(subject, { email: await plantAddress(person, seals), email_verified: true })
    const { code } = await signInWith(service, 'acme', subject)
    if (!code) return false
    const { accessToken } = tokensOf(await exchange(service, code))
    return (await get(service, '/users/me', accessToken)).body.id === person.userId
  },
  'removal of a second factor': async (seals) => {
    const person = await registerGuarded(service)
    const challenge = await challengeFor(service, { ...person, email: await plantAddress(person, seals) })
    return (await askForReset(service, challenge)).status === 202
  },
}

for (const [what, attempt] of Object.entries(attempts))
  test(`an address row made without the key gets no ${what}`, async () => {
    const stranger = rowSeals({ key: randomBytes(32), adoptsUntilMs: 0 }, Date.now)
    assert.equal(await attempt(stranger), false, 'a stranger gets it')
    assert.equal(await attempt(sealsOf(db)), true, 'a holder of the key does not, so this shows nothing')
  })
