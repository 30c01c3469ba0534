import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf, isMomentary, isOfStorage, translated, UniqueViolation } from './failures.ts'
import { reasonOf } from './place.ts'
import { isOfWorker } from './spreading/of-worker.ts'

const violated = (error: { message: string; constraint?: string }) => {
  const translation = translated(Object.assign(new Error(error.message), { code: '23505', ...error }))
  assert(translation instanceof UniqueViolation)
  return translation.constraint
}

test('a unique violation names its constraint, in PostgreSQL’s form and in Citus’s', () => {
  const constraint = 'users_pkey'
  const message = (name: string) => `duplicate key value violates unique constraint "${name}"`
  assert.equal(violated({ message: message(constraint), constraint }), constraint)
  assert.equal(
    violated({ message: message('users_pkey_102011'), constraint: 'users_pkey_102011' }),
    constraint,
  )
  assert.equal(violated({ message: message('users_pkey_102011') }), constraint)
  assert.equal(
    violated({ message: 'doppelter Schlüsselwert verletzt Unique-Constraint »users_pkey_102011«' }),
    constraint,
  )
})

const ofCitus = (error: { code: string; message?: string; where?: string; severity?: string }) =>
  Object.assign(new Error(error.message ?? ''), { severity: 'ERROR', ...error })

test('a failing Citus worker is an outage, and not a full disk of the server that was asked', () => {
  const message =
    'connection to the remote node postgres@10.0.0.2:5432 failed with the following error: server closed'
  const lost = ofCitus({ code: '08006', message })
  const full = ofCitus({ code: '53100', where: 'while executing command on 10.0.0.2:5432' })
  const undone = [
    'could not commit transaction for shard 102008 on at least one active node',
    "failed to prepare transaction 'citus_0_4711_12_0' on host 10.0.0.2:5432",
    'failure on connection marked as essential: 10.0.0.2:5432',
  ].map((message) => ofCitus({ code: 'XX000', message }))
  for (const error of [lost, full, ...undone]) {
    assert.deepEqual([isOfWorker(error), isOfStorage(error)], [true, false])
    for (const isSpread of [false, true]) assert.equal(faultOf(translated(error, isSpread)), error)
  }
  for (const error of [ofCitus({ code: '53100' }), { ...lost, severity: 'FATAL', message }])
    assert.equal(isOfWorker(error), false)
  assert.ok(isOfStorage(ofCitus({ code: '53100' })))
})

test('a failure names its Citus worker, whether or not its message does', () => {
  const where = 'PL/pgSQL function f()\nwhile executing command on 10.0.0.2:5432'
  const message = 'server closed the connection unexpectedly\ninvalid socket'
  assert.equal(reasonOf(ofCitus({ code: 'XX000', message, where })), `10.0.0.2:5432: ${message}`)
  const named = 'connection to the remote node postgres@10.0.0.2:5432 failed'
  assert.equal(reasonOf(ofCitus({ code: '08006', message: named, where })), named)
  assert.equal(reasonOf(ofCitus({ code: '08006', message: named })), named)
})

test('a lock conflict may succeed on retry, and a statement that takes too long may not', () => {
  const failed = (code: string) => translated(Object.assign(new Error(code), { code }))
  for (const code of ['55P03', '40001', '40P01']) assert.equal(isMomentary(failed(code)), true, code)
  for (const code of ['57014', '22P02']) assert.equal(isMomentary(failed(code)), false, code)
})

test('an internal error is a bug on Citus, and an outage on a single server', () => {
  for (const message of [
    'could not create distributed plan',
    'new row for relation "outbox_102038" violates …',
  ]) {
    const error = ofCitus({ code: 'XX000', message })
    assert.equal(translated(error, true), error)
    assert.equal(faultOf(translated(error)), error)
  }
})
