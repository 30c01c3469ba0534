import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translated, UniqueViolation } from './failures.ts'

const violated = (error: { message: string; constraint?: string }) => {
  const translation = translated(Object.assign(new Error(error.message), { code: '23505', ...error }))
  assert(translation instanceof UniqueViolation)
  return translation.constraint
}

test('a unique violation has the name of its constraint, as PostgreSQL has it and as servers of Citus report it', () => {
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
