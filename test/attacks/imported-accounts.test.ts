import assert from 'node:assert/strict'
import { createHash, pbkdf2Sync } from 'node:crypto'
import { test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { imitateForeign } from '../../src/credentials/password/imitate-foreign.ts'
import { findPasswordAccount } from '../../src/credentials/password/queries.ts'
import { verifyCredentials } from '../../src/credentials/password/verify-credentials.ts'
import type { Client, Deps } from '../../src/deps.ts'
import { addToAccount } from '../../src/flows/moving/batch/add-to-account.ts'
import { rowOf } from '../../src/flows/moving/rows/row.ts'
import { RowFault } from '../../src/flows/moving/rows/row-fault.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { passwordHasher } from '../../src/platform/crypto/password.ts'
import { newMetrics } from '../../src/platform/metrics/metrics.ts'
import { hashesOf } from '../support/hashes.ts'
import { get } from '../support/http.ts'
import { startMailing } from '../support/mailing.ts'
import { importAll, outcomesOf } from '../support/moving.ts'
import { newOperator } from '../support/operators.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { many, sql } from '../support/sql.ts'
import { timed } from '../support/timed.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing()
const { db } = service.deps
const password = 'a password of the former system'
const newPassword = 'a password that is new'

/** As that of the service. */
const cheapCost = { memoryCost: 4_096, timeCost: 1, parallelism: 1 }
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

test('a password costs as many hashes of either kind whoever it is of, right or wrong, before it is answered', async () => {
  const held: (() => Promise<void>)[] = []
  const metrics = newMetrics()
  const passwords = passwordHasher(service.deps.keys, cheapCost, metrics)
  const variant = await startVariant(service, {
    ...{ metrics, passwords },
    later: (work) => void held.push(() => work(AbortSignal.abort())),
  })
  const [native, fast, slow, wrapped] = [await register(service), newEmail(), newEmail(), newEmail()]
  await importAll(service, [
    { email: fast, emailVerified: true, password: md5 },
    { email: slow, emailVerified: true, password: pbkdf2 },
  ])
  const row = { email: wrapped, emailVerified: true, password: pbkdf2 }
  await importAll(service, [row], { wrapsAll: true })
  await imitateForeign(variant.deps)
  const kinds = { native: native.email, fast, slow, wrapped, unknown: newEmail() }
  const counts: [string, number, number][] = []
  const attempt = async (name: string, email: string, typed: string) => {
    const before = hashesOf(variant)
    const { status } = await signIn(variant, { email, password: typed })
    counts.push([name, status, hashesOf(variant) - before])
  }
  for (const [name, email] of Object.entries(kinds)) await attempt(name, email, 'wrong')
  await attempt('native', native.email, native.password)
  for (const name of ['fast', 'slow', 'wrapped'] as const) await attempt(name, kinds[name], password)
  assert.deepEqual(counts, [
    ...Object.keys(kinds).map((name) => [name, 401, 2]),
    ...['native', 'fast', 'slow', 'wrapped'].map((name) => [name, 200, 2]),
  ])
  const before = hashesOf(variant)
  await Promise.all(held.map((work) => work()))
  assert.equal(hashesOf(variant) - before, 3, 'those who were imported have a new hash, after the answer')
  await attempt('fast', fast, password)
  assert.deepEqual(counts.at(-1), ['fast', 200, 2])
})

test('an imported password is not hashed anew before the answer has been sent', async () => {
  const email = newEmail()
  await importAll(service, [{ email, emailVerified: true, password: md5 }])
  const account = await findPasswordAccount(db, { canonical: email }, 'here')
  const { promise, resolve } = Promise.withResolvers<void>()
  const order: string[] = []
  const works: Promise<void>[] = []
  const deps: Deps = {
    ...service.deps,
    passwords: {
      ...service.deps.passwords,
      hash: (...given) => {
        order.push('hashed')
        return service.deps.passwords.hash(...given)
      },
    },
    later: (work) => void works.push(work(AbortSignal.abort())),
  }
  const client: Client = {
    ...{ address: '203.0.113.7', bucket: '203.0.113.7', counting: 'own', userAgent: undefined },
    ...{ acceptLanguage: undefined, hasGone: () => false, answered: () => promise },
  }
  const given = { account, canonical: email, password }
  assert.equal(await verifyCredentials(deps, given, client, async () => {}), true)
  order.push('answered')
  resolve()
  await Promise.all(works)
  assert.deepEqual(order, ['answered', 'hashed'])
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
    const people = [
      { email: newEmail(), password: { phc: phc + 'C'.repeat(phc.startsWith('$2b') ? 53 : 43) } },
    ]
    const tookMs = await timed(async () => {
      const { body } = await ask('POST', '/users/import', { people })
      assert.equal(body.results[0].reason, 'cost_too_high', phc)
    })
    assert.ok(tookMs < 500, `${tookMs} ms`)
  }
})

test('a row that nobody vouches for adds nothing to an account, proven or not', async () => {
  const ada = await register(service)
  await db.run(sql`update emails set verified_at = now() where user_id = ${ada.userId}`)
  const identities = [{ provider: 'google', subject: `planted ${ada.userId}` }]
  const row = { email: ada.email, identities, externalId: `planted ${ada.userId}` }
  const results = await importAll(service, [row], { onConflict: 'add' })
  assert.deepEqual(outcomesOf(results), ['skipped nothing_missing'])
  assert.deepEqual((await get(service, '/users/me/identities', ada.accessToken)).body, [])
})

test('an account that only a link has confirmed loses what a stranger left there before anything is added', async () => {
  const ada = await register(service)
  await db.run(sql`update emails set verified_at = now(), only_by_link = true where user_id = ${ada.userId}`)
  const row = { email: ada.email, emailVerified: true, password: md5 }
  assert.deepEqual(outcomesOf(await importAll(service, [row], { onConflict: 'add' })), ['added'])
  assertRefused(await signIn(service, ada), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { email: ada.email, password }))
  const claims = sql`select actor_kind as kind from events where user_id = ${ada.userId} and type = 'account.claimed'`
  const [claim] = await many<{ kind: string }>(db, claims)
  assert.equal(claim?.kind, 'system')
})

test('a service key opens no account that its owner has proven', async () => {
  const ada = await register(service)
  await db.run(sql`update emails set verified_at = now() where user_id = ${ada.userId}`)
  const identities = [{ provider: 'google', subject: `by a key ${ada.userId}` }]
  const row = { email: ada.email, emailVerified: true, identities, externalId: `by a key ${ada.userId}` }
  const { ask } = await newOperator(service, 'import')
  const { body } = await ask('POST', '/users/import', { people: [row], onConflict: 'add' })
  assert.equal(body.results[0].outcome, 'added')
  assert.deepEqual((await get(service, '/users/me/identities', ada.accessToken)).body, [])
})

test('nothing is added to an account that is blocked, or whose address is another by then', async () => {
  const [blocked, changed] = [await register(service), await register(service)]
  await db.run(sql`update users set disabled_at = now() where id = ${blocked.userId}`)
  const { person } = rowOf(1, () => ({
    email: newEmail(),
    emailVerified: true,
    externalId: 'another by then',
  }))
  assert.ok(!(person instanceof RowFault))
  const by = { actor: { kind: 'system' }, opensProven: true } as const
  const planned = { row: { line: 1, email: null, person }, person, isNew: false, password: undefined }
  const added = await db.transaction((runner) =>
    addToAccount(service.deps, runner, { ...planned, userId: changed.userId }, by),
  )
  assert.deepEqual(added, [])
  const row = { email: blocked.email, emailVerified: true, externalId: `blocked ${blocked.userId}` }
  const results = await importAll(service, [row], { onConflict: 'add' })
  assert.deepEqual(outcomesOf(results), ['skipped nothing_missing'])
})

test('a hash that is bound to another id than the account has is refused', async () => {
  const ada = await register(service)
  const [stored] = await many<{ phc: string; pepper: Buffer }>(
    db,
    sql`select phc, pepper_id as pepper from passwords where user_id = ${ada.userId}`,
  )
  const native = { phc: stored?.phc, pepperId: stored && Buffer.from(stored.pepper).toString('hex') }
  const row = { id: newId(0), email: ada.email, emailVerified: true, password: native }
  const results = await importAll(service, [row], { onConflict: 'add' })
  assert.deepEqual(outcomesOf(results), ['failed bad_hash'])
})
