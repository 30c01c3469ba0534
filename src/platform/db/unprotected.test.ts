import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unprotectedServers } from './unprotected.ts'

const lacking = (address: string) =>
  unprotectedServers(`postgres://ada:sw0rdfish@${address}`).map(({ name, lacks }) => `${name} ${lacks}`)

test('a connection to this machine needs no protection, by whatever name', () => {
  for (const address of [
    'localhost/a',
    '127.0.0.1:5433/a',
    '[::1]/a',
    '%2Fvar%2Frun/a',
    '/a?host=/run/postgresql',
    'localhost,127.0.0.2,%2Frun/a',
  ])
    assert.deepEqual(lacking(address), [], address)
  assert.deepEqual(unprotectedServers(undefined), [])
})

test('of several servers, each remote one is named with what it lacks, and without a password', () => {
  assert.deepEqual(lacking('localhost,one,[2001:db8::2]:6432/a'), ['one:5432 TLS', '[2001:db8::2]:6432 TLS'])
  assert.deepEqual(lacking('one,two/a?sslmode=disable'), ['one:5432 TLS', 'two:5432 TLS'])
  assert.deepEqual(lacking('one/a?sslmode=no-verify'), ['one:5432 a check of its certificate'])
  assert.deepEqual(lacking('one/a?uselibpqcompat=true&sslmode=require'), [
    'one:5432 a check of its certificate',
  ])
  assert.deepEqual(lacking('one,two/a?sslmode=verify-full'), [])
})
