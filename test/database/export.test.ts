import assert from 'node:assert/strict'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { verify } from '@node-rs/argon2'
import { exportPeople } from '../../src/flows/moving/export/export-people.ts'
import { base32 } from '../../src/platform/crypto/base32.ts'
import { hotp, stepAt } from '../../src/platform/crypto/otp.ts'
import { get, send } from '../support/http.ts'
import { importAll, outcomesOf } from '../support/moving.ts'
import { newEmail, type Person, register, signIn, tokensOf } from '../support/people.ts'
import { answerChallenge, enrol } from '../support/second-factor.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService()
const password = 'a password of the former system'
const md5 = { scheme: 'md5', hash: createHash('md5').update(password).digest('hex') }

type Line = { id: string; email: string; password?: { phc: string; pepperId: string } }

const exported = async ({ deps }: TestService, hasSecrets: boolean): Promise<Line[]> => {
  let text = ''
  await exportPeople(deps.db, {
    keys: hasSecrets ? deps.keys : undefined,
    write: async (lines) => {
      for await (const line of lines) text += line
    },
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const ofEmail = (lines: readonly Line[], { email }: { email: string }) => {
  const line = lines.find((each) => each.email === email)
  assert.ok(line, email)
  return line
}

test('everybody who is exported comes back into an empty database with the same key, as they were', async () => {
  const [ada, secret] = [await register(service), randomBytes(20)]
  const imported = {
    email: newEmail(),
    emailVerified: true,
    externalId: 'round 7',
    createdAt: '2019-01-31T12:00:00.000Z',
  }
  await importAll(service, [
    {
      ...{ ...imported, language: 'es', password: md5, totp: { secret: base32(secret), name: 'phone' } },
      identities: [{ provider: 'google', subject: 'round 7', email: 'ada@gmail.com' }],
    },
    { email: newEmail(), disabled: { reason: 'left us', until: '2099-01-01T00:00:00.000Z' } },
  ])
  const lines = await exported(service, true)
  const other = await startTestService()
  const results = await importAll(other, lines)
  assert.ok(
    outcomesOf(results).every((outcome) => outcome === 'imported'),
    String(outcomesOf(results)),
  )
  assert.deepEqual(await exported(other, true), lines)
  const { accessToken } = tokensOf(await signIn(other, ada))
  assert.equal((await get(other, '/users/me', accessToken)).body.id, ada.userId)
  const challenged = await signIn(other, { email: imported.email, password })
  const code = hotp(secret, stepAt(other.deps.now()))
  tokensOf(await answerChallenge(other, challenged.body.challenge, code))
})

test('another key, and an id that somebody has, bring no password and nobody', async () => {
  const ada = await register(service)
  const line = ofEmail(await exported(service, true), ada)
  const other = await startTestService({ SECRET_KEY: 'another secret of the tests of which nobody knows' })
  assert.deepEqual(outcomesOf(await importAll(other, [line])), ['failed bad_hash'])
  const { id: _, ...without } = line
  assert.deepEqual(outcomesOf(await importAll(service, [{ ...without, email: newEmail() }])), [
    'failed bad_hash',
  ])
  const taken = { ...line, email: newEmail() }
  assert.deepEqual(outcomesOf(await importAll(service, [taken])), ['failed id_taken'])
})

test('without secrets, neither hashes nor authenticator apps leave', async () => {
  const ada = await enrol(service, await register(service))
  const line = ofEmail(await exported(service, false), ada)
  assert.deepEqual(Object.keys(line), ['id', 'email', 'emailVerified', 'createdAt'])
})

test('a hash can be checked elsewhere with the pepper, as the guide says', async () => {
  const ada: Person = await register(service)
  const { id, password: hashed } = ofEmail(await exported(service, true), ada)
  assert.ok(hashed)
  const keys = service.deps.keys.find((each) => each.id.toString('hex') === hashed.pepperId)
  assert.ok(keys)
  const secret = createHmac('sha256', keys.pepper).update(id).digest()
  assert.equal(await verify(hashed.phc, ada.password.normalize('NFKC'), { secret }), true)
})

test('people who are leaving are not taken along', async () => {
  const ada = await register(service)
  assert.equal(
    (await send(service, 'DELETE', `/users/${ada.userId}`, { token: ada.accessToken })).status,
    202,
  )
  assert.ok((await exported(service, false)).every(({ email }) => email !== ada.email))
})

test('an address that only a link has confirmed is exported as unproven', async () => {
  const [byLink, surely] = [await register(service), await register(service)]
  for (const { userId } of [byLink, surely])
    await service.deps.db.run(sql`
      update emails set verified_at = now(), only_by_link = ${userId === byLink.userId} where user_id = ${userId}`)
  const lines = await exported(service, false)
  const isVerified = (person: Person) => JSON.parse(JSON.stringify(ofEmail(lines, person))).emailVerified
  assert.deepEqual([byLink, surely].map(isVerified), [false, true])
})
