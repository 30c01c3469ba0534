import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFrom, neighbourhoodsOf, readNetwork } from './network.ts'

/** As the index has it. */
const beginning = (address: string) => /^(?:[0-9]+[.]){3}|^(?:[0-9a-f]+:){1,3}|^::/.exec(address)?.[0]

test('whatever is written of an address of a network, it is in one of its neighbourhoods', () => {
  for (const [network, ...addresses] of [
    ['203.0.113.0/24', '203.0.113.7', '203.0.113.255'],
    ['203.0.113.128/25', '203.0.113.200'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:7::/48', '2001:db8:7::', '2001:db8:7:1::1', '2001:db8:7:0:1:2:3:4'],
    ['2001:db8::/48', '2001:db8::1', '2001:db8:0:5::1', '2001:db8::1:2:3:4', '2001:db8:0:0:1::'],
    ['2001:db8::/64', '2001:db8::1:2:3:4', '2001:db8:0:0:1::'],
    ['2001::/48', '2001::1', '2001:0:0:1::', '2001::5:0:0:1'],
    ['2001:0:5::/48', '2001:0:5::1', '2001:0:5:1:1:1:1:1'],
    ['::1', '::1'],
    ['::ffff:203.0.113.0/120', '203.0.113.9'],
  ] as const) {
    const read = readNetwork(network)
    for (const address of addresses) {
      assert.ok(neighbourhoodsOf(read).includes(beginning(address) ?? ''), `${network} ${address}`)
      assert.ok(isFrom(read, address), `${network} ${address}`)
    }
  }
  assert.ok(!isFrom(readNetwork('203.0.113.128/25'), '203.0.113.7'))
  assert.ok(!isFrom(readNetwork('2001:db8::/64'), '2001:db8:0:5::1'))
  assert.ok(!isFrom(readNetwork('203.0.113.0/24'), null))
})

test('no other text is a network, and none is too wide', () => {
  for (const text of [
    '',
    'loopback',
    '203.0.113.0/23',
    '2001:db8::/47',
    '203.0.113.7, 203.0.113.8',
    'unknown',
    '::/0',
  ])
    assert.throws(() => readNetwork(text), /network must be/, text)
})
