import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wideNetwork } from './wide-network.ts'

test('networks of 64 bits belong to one of 48, and an IPv4 address to none', () => {
  for (const bucket of ['2001:db8:1:2::/64', '2001:db8:1::/64', '2001:db8:1:ffff::/64'])
    assert.equal(wideNetwork(bucket), '2001:db8:1::/48')
  assert.equal(wideNetwork('2001:db8:2:2::/64'), '2001:db8:2::/48')
  for (const bucket of ['203.0.113.7', 'shared', 'unknown']) assert.equal(wideNetwork(bucket), undefined)
})
