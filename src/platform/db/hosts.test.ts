import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsOf } from './hosts.ts'

const urls = (text: string) => hostsOf(text).urls

test('one server stays as it was written', () => {
  for (const url of [
    'postgres://ada:p%40w@one/db',
    'postgresql://[::1]:5433/db?sslmode=require',
    'postgres:///db?host=/run/postgresql&port=5433',
    'postgres://%2Frun%2Fpostgresql/db?connect_timeout=60',
  ])
    assert.deepEqual(hostsOf(url), { urls: [url], target: 'any', connectMs: 1_000 })
})

test('several hosts become one address each, in order, with the shared parameters', () => {
  assert.deepEqual(hostsOf('postgres://ada:p,w@one:5432,two:5433/db?sslmode=verify-full'), {
    urls: [
      'postgres://ada:p,w@one:5432/db?sslmode=verify-full',
      'postgres://ada:p,w@two:5433/db?sslmode=verify-full',
    ],
    target: 'read-write',
    connectMs: 1_000,
  })
  assert.deepEqual(urls('postgres://one,[2001:db8::2]:6432,three/db'), [
    'postgres://one/db',
    'postgres://[2001:db8::2]:6432/db',
    'postgres://three/db',
  ])
  assert.deepEqual(urls('postgres://%2Frun%2Fone,%2Frun%2Ftwo:5433/db'), [
    'postgres://%2Frun%2Fone/db',
    'postgres://%2Frun%2Ftwo:5433/db',
  ])
})

test('hosts after the question mark take precedence', () => {
  assert.deepEqual(urls('postgres://ada@/db?host=one,two&port=5432,5433'), [
    'postgres://ada@one:5432/db',
    'postgres://ada@two:5433/db',
  ])
  assert.deepEqual(urls('postgres:///db?host=one,::1,/run/pg&port=5433&sslmode=disable'), [
    'postgres://one:5433/db?sslmode=disable',
    'postgres://[::1]:5433/db?sslmode=disable',
    'postgres://%2Frun%2Fpg:5433/db?sslmode=disable',
  ])
  assert.deepEqual(urls('postgres://old:1/db?host=one%2Ctwo'), ['postgres://one:1/db', 'postgres://two:1/db'])
  assert.deepEqual(urls('postgres://one,two/db?port=,5433'), ['postgres://one/db', 'postgres://two:5433/db'])
})

test('an empty item means this machine', () => {
  assert.deepEqual(urls('postgres://,two:5433/db'), ['postgres://localhost/db', 'postgres://two:5433/db'])
})

test('a single server may have a target and a timeout, too', () => {
  for (const target of ['read-write', 'primary', 'any'] as const)
    assert.equal(hostsOf(`postgres://one/db?target_session_attrs=${target}`).target, target)
  assert.deepEqual(urls('postgres://one:1/db?target_session_attrs=any'), ['postgres://one:1/db'])
  const patience = (seconds: string) => hostsOf(`postgres://one,two/db?connect_timeout=${seconds}`).connectMs
  assert.deepEqual(['3', '10', '0', '-1', ''].map(patience), [3_000, 10_000, 1_000, 1_000, 1_000])
})

test('an inconsistent list is refused, and nothing of it repeated', () => {
  for (const [rest, why] of [
    ['one,two,three/db?port=1,2', /as many as hosts: there are 3 hosts and 2 ports$/],
    ['one/db?port=1,2', /1 hosts and 2 ports$/],
    ['one:0,two/db', /numbers from 1 to 65535/],
    ['one:x5,two/db', /numbers from 1 to 65535/],
    ['one,two:65536/db', /numbers from 1 to 65535/],
    ['one,2001:db8::2/db', /brackets|numbers from/],
    ['one,two/db?target_session_attrs=standby', /read-write, primary or any/],
    ['one/db?target_session_attrs=read-only', /read-write, primary or any/],
    ['one,two/db?connect_timeout=11', /10 at most/],
    ['one,two/db?connect_timeout=soon', /10 at most/],
    ['one,two/db?hostaddr=10.0.0.1,10.0.0.2', /hostaddr is not understood/],
  ] as const)
    assert.throws(
      () => hostsOf(`postgres://ada:sw0rdfish@${rest}`),
      ({ message }: Error) => /^must /.test(message) && why.test(message) && !/ada|fish|2001/.test(message),
      rest,
    )
})
