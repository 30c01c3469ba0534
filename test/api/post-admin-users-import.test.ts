import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newOperator } from '../support/operators.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService()
const { ask, id: keyId } = await newOperator(service, 'import', 'acts:read')
await service.deps.db.run(sql`update service_keys set acts_per_hour = 10000`)

const password = 'a password of the former system'
const hashed = { scheme: 'sha256', hash: createHash('sha256').update(password).digest('hex') }
const send = (body: unknown) => ask('POST', '/users/import', body)

test('people are brought here by request, and the answer says what became of each', async () => {
  const [ada, bob] = [newEmail(), await register(service)]
  const { status, body } = await send({
    people: [
      { email: ada, emailVerified: true, password: hashed },
      { email: bob.email },
      { email: 'nonsense' },
      { email: newEmail(), shoeSize: 43 },
      { email: ada },
      'a text',
    ],
  })
  assert.equal(status, 200)
  assert.deepEqual(
    body.results.map(({ email, outcome, reason }: { email: string; outcome: string; reason: string }) => [
      email,
      outcome,
      reason,
    ]),
    [
      [ada, 'imported', null],
      [bob.email, 'failed', 'email_taken'],
      ['nonsense', 'failed', 'bad_email'],
      [body.results[3].email, 'failed', 'unknown_key'],
      [ada, 'failed', 'duplicate_in_file'],
      [null, 'failed', 'bad_value'],
    ],
  )
  tokensOf(await signIn(service, { email: ada, password }))
  const acts = await ask('GET', '/acts')
  const act = acts.body.acts.find(({ type }: { type: string }) => type === 'user.imported')
  assert.deepEqual([act.userId, act.actor.id], [body.results[0].id, keyId])
})

test('somebody who is here already is skipped, or gets what is missing, if that is asked for', async () => {
  const bob = await register(service)
  const people = [{ email: bob.email, emailVerified: true, externalId: `bob ${bob.userId}` }]
  const skipped = await send({ people, onConflict: 'skip' })
  assert.equal(skipped.body.results[0].outcome, 'skipped')
  const added = await send({ people, onConflict: 'add' })
  assert.deepEqual([added.body.results[0].outcome, added.body.results[0].id], ['added', bob.userId])
})

test('a hundred come at once, and no more', async () => {
  const people = Array.from({ length: 100 }, () => ({ email: newEmail(), password: hashed }))
  const { body } = await send({ people })
  assert.ok(body.results.every(({ outcome }: { outcome: string }) => outcome === 'imported'))
  assertFieldErrors(await send({ people: [...people, { email: newEmail() }] }), { people: 'array.maxLength' })
  assertFieldErrors(await send({ people: [] }), { people: 'array.minLength' })
  assertFieldErrors(await send({ people, onConflict: 'overwrite' }), { onConflict: 'enum' })
})

test('a key needs the scope for it, and sends 256 KiB at most', async () => {
  const other = await newOperator(service, 'users:write', 'users:read')
  assertRefused(
    await other.ask('POST', '/users/import', { people: [{ email: newEmail() }] }),
    403,
    'insufficient_scope',
  )
  const people = [{ email: newEmail(), externalId: 'x'.repeat(256 * 1_024) }]
  assertRefused(await send({ people }), 413, 'payload_too_large')
})
