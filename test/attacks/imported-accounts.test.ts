import assert from 'node:assert/strict'
import { createHash, pbkdf2Sync } from 'node:crypto'
import { test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { get } from '../support/http.ts'
import { startMailing } from '../support/mailing.ts'
import { importAll } from '../support/moving.ts'
import { newOperator } from '../support/operators.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { many, sql } from '../support/sql.ts'

const service = await startMailing()
const { db } = service.deps
const password = 'a password of the former system'
const newPassword = 'a password that is new'

const md5 = { scheme: 'md5', hash: createHash('md5').update(password).digest('hex') }
const pbkdf2 = {
  scheme: 'pbkdf2-sha256',
  hash: pbkdf2Sync(password, 'salt', 1_000, 32, 'sha256').toString('base64'),
  salt: Buffer.from('salt').toString('base64'),
  rounds: 1_000,
}

test('an imported account, one of ours and none answer a wrong password alike', async () => {
  const imported = [md5, pbkdf2].map((hash) => ({ email: newEmail(), emailVerified: true, password: hash }))
  await importAll(service, imported)
  const { email } = await register(service)
  const emails = [...imported.map((person) => person.email), email, newEmail()]
  const answers = await Promise.all(emails.map((email) => signIn(service, { email, password: 'wrong' })))
  for (const answer of answers) assertRefused(answer, 401, 'invalid_credentials')
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
})

test('nobody without the key can give an account a password by a hash of another system', async () => {
  const ada = await register(service)
  const other = { email: newEmail(), emailVerified: true, password: pbkdf2 }
  await importAll(service, [other])
  const plain = Buffer.from(JSON.stringify({ scheme: 'pbkdf2-sha256', parameters: {}, digest: '' }))
  for (const phc of [
    `$foreign$pbkdf2-sha256$${plain.toString('base64url')}`,
    // hashed without the pepper, as another system would have
    await hash('planted', { memoryCost: 4_096, timeCost: 1 }),
  ]) {
    await db.run(sql`update passwords set phc = ${phc} where user_id = ${ada.userId}`)
    assertRefused(
      await signIn(service, { email: ada.email, password: 'planted' }),
      401,
      'invalid_credentials',
    )
  }
  const [copied] = await many<{ phc: string }>(
    db,
    sql`select phc from passwords join emails using (user_id) where typed = ${other.email}`,
  )
  await db.run(sql`update passwords set phc = ${copied?.phc} where user_id = ${ada.userId}`)
  assertRefused(await signIn(service, { email: ada.email, password }), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { email: other.email, password }))
})

test('whoever proves a mailbox that nobody had confirmed gets the account, and what was imported is gone', async () => {
  const email = newEmail()
  const totp = { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }
  const identities = [{ provider: 'google', subject: 'not confirmed' }]
  await importAll(service, [{ email, password: md5, totp, identities }])
  assert.equal((await reset(service, await resetToken(service, email), newPassword)).status, 204)
  assertRefused(await signIn(service, { email, password }), 401, 'invalid_credentials')
  const { accessToken } = tokensOf(await signIn(service, { email, password: newPassword }))
  const { body } = await get(service, '/users/me', accessToken)
  assert.deepEqual([body.emailVerified, body.twoFactor.enabled], [true, false])
  assert.deepEqual((await get(service, '/users/me/identities', accessToken)).body, [])
})

test('what one who only sends a request can make the service compute is bounded', async () => {
  const { ask } = await newOperator(service, 'import')
  const bombs = [
    '$2b$31$',
    '$argon2id$v=19$m=4194304,t=9,p=1$c29tc2FsdHNhbHQ$',
    '$scrypt$ln=30,r=8,p=1$c2FsdA$',
  ]
  for (const phc of bombs) {
    const beganMs = performance.now()
    const people = [
      { email: newEmail(), password: { phc: phc + 'C'.repeat(phc.startsWith('$2b') ? 53 : 43) } },
    ]
    const { body } = await ask('POST', '/users/import', { people })
    assert.equal(body.results[0].reason, 'cost_too_high', phc)
    assert.ok(performance.now() - beganMs < 500)
  }
})
