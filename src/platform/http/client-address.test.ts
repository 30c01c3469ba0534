import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNetworks } from '../addresses.ts'
import { parseTrustedProxies } from '../trusted-proxies.ts'
import { clientAddress } from './client-address.ts'

const nobody = parseNetworks('')
const proxies = parseNetworks('10.0.0.0/8, 2001:db8:ffff::/48')

test('a direct client is counted by its own address, whatever it claims', () => {
  const own = { address: '203.0.113.7', counting: 'own', bucket: '203.0.113.7' }
  assert.deepEqual(clientAddress('203.0.113.7', undefined, nobody), own)
  assert.deepEqual(clientAddress('203.0.113.7', '1.2.3.4', nobody), own)
  assert.deepEqual(clientAddress('203.0.113.7', '1.2.3.4', proxies), own)
  assert.deepEqual(clientAddress('203.0.113.7', '', proxies), own)
  assert.deepEqual(clientAddress('::ffff:203.0.113.7', '127.0.0.1', proxies), own)
  assert.deepEqual(clientAddress('::FFFF:cb00:7107', undefined, proxies), own)
})

test('an IPv6 client is counted by its /64', () => {
  const bucketOf = (peer: string) => clientAddress(peer, undefined, nobody).bucket
  assert.equal(bucketOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(bucketOf('2001:0DB8:0001:0002::ffff'), '2001:db8:1:2::/64')
  assert.equal(bucketOf('2001:db8:1:3::'), '2001:db8:1:3::/64')
  assert.equal(bucketOf('2001:db8:1::1'), '2001:db8:1::/64')
  assert.equal(clientAddress('2001:0DB8:0:0:0:0:0:1', undefined, nobody).address, '2001:db8::1')
})

test('behind a trusted proxy the first untrusted address from the right is the client', () => {
  const clientOf = (peer: string, forwardedFor: string) => clientAddress(peer, forwardedFor, proxies).address
  assert.equal(clientOf('10.0.0.1', '203.0.113.7'), '203.0.113.7')
  assert.equal(clientOf('10.0.0.1', '1.2.3.4, 203.0.113.7'), '203.0.113.7')
  assert.equal(clientOf('10.0.0.1', '1.2.3.4,203.0.113.7,10.9.9.9 ,\t10.0.0.2'), '203.0.113.7')
  assert.equal(clientOf('::ffff:10.0.0.1', '2001:db8::7, 2001:db8:ffff::1, ::ffff:10.0.0.2'), '2001:db8::7')
  assert.equal(clientOf('10.0.0.1', '192.168.0.5'), '192.168.0.5')
  assert.deepEqual(clientAddress('10.0.0.1', '203.0.113.7', proxies), {
    address: '203.0.113.7',
    counting: 'own',
    bucket: '203.0.113.7',
  })
})

test('where all hops are trusted, the left-most is the client', () => {
  assert.equal(clientAddress('10.0.0.1', '10.0.0.3, 10.0.0.2', proxies).address, '10.0.0.3')
  assert.deepEqual(clientAddress('127.0.0.1', '127.0.0.1', parseNetworks('loopback')), {
    address: '127.0.0.1',
    counting: 'own',
    bucket: '127.0.0.1',
  })
})

test('a malformed address ends the walk at the last valid hop', () => {
  const garbage = [
    'unknown',
    'unix:',
    '1.2.3',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '01.2.3.4',
    '2130706433',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.4/32',
    '::127.0.0.1',
    '[::1',
    '::1]:80',
    '1.2.3.4:',
    '1.2.3.4:x',
    '[1.2.3.4',
    '１.2.3.4',
    '1.2.3.4\0',
    'for=1.2.3.4',
    '"1.2.3.4"',
    'g::1',
  ]
  for (const entry of garbage) {
    assert.equal(clientAddress('10.0.0.1', `1.2.3.4, ${entry}`, proxies).address, '10.0.0.1', entry)
    assert.equal(clientAddress('10.0.0.1', `1.2.3.4, ${entry}, 10.0.0.2`, proxies).address, '10.0.0.2', entry)
  }
})

test('empty elements between addresses are ignored', () => {
  for (const list of ['203.0.113.7, , 10.0.0.2', '203.0.113.7,,,10.0.0.2', ', 203.0.113.7 ,\t, 10.0.0.2']) {
    const { address, bucket, fault } = clientAddress('10.0.0.1', list, proxies)
    assert.deepEqual([address, bucket, fault], ['203.0.113.7', '203.0.113.7', undefined], list)
  }
})

test('clients of a trusted proxy that names nobody, or nonsense, are counted together', () => {
  const shared = { address: '10.0.0.1', counting: 'shared', bucket: 'shared' }
  for (const silent of [undefined, '', ' ', ',', ' ,\t, ']) {
    assert.deepEqual(clientAddress('10.0.0.1', silent, proxies), { ...shared, fault: 'silent' })
  }
  for (const garbled of ['unknown', '1.2.3.4, ', '1.2.3.4, unknown', '0x7f000001', 'for=1.2.3.4']) {
    assert.deepEqual(clientAddress('10.0.0.1', garbled, proxies), { ...shared, fault: 'garbled' }, garbled)
  }
  // the word of a proxy further away counts for as much
  assert.deepEqual(clientAddress('10.0.0.1', '1.2.3.4, unknown, 10.0.0.2', proxies), {
    ...shared,
    address: '10.0.0.2',
    fault: 'garbled',
  })
  // a client's own words stand left of the proxy's, and choose nothing
  for (const lie of ['', 'unknown', '10.0.0.9']) {
    const bucket = clientAddress('10.0.0.1', `${lie}, 203.0.113.7`, proxies)
    assert.deepEqual(bucket, { address: '203.0.113.7', counting: 'own', bucket: '203.0.113.7' })
  }
})

test('a port and a zone beside an address are dropped', () => {
  const clientOf = (entry: string) => clientAddress('10.0.0.1', `9.9.9.9, ${entry}`, proxies).address
  assert.equal(clientOf('1.2.3.4:567'), '1.2.3.4')
  assert.equal(clientOf('[2001:db8::1]:9'), '2001:db8::1')
  assert.equal(clientOf('[2001:db8::1]'), '2001:db8::1')
  assert.equal(clientOf('[fe80::1%eth0]:9'), 'fe80::1')
  assert.deepEqual(clientAddress('fe80::1%eth0.2-x', undefined, nobody), {
    address: 'fe80::1',
    counting: 'own',
    bucket: 'fe80::/64',
  })
  assert.equal(clientAddress('fe80::1%eth0', '1.2.3.4', parseNetworks('fe80::/10')).address, '1.2.3.4')
})

test('no more than twenty hops are walked', () => {
  const hops = Array.from({ length: 3_000 }, (_, n) => `10.1.${n >> 8}.${n & 255}`)
  assert.equal(clientAddress('10.0.0.1', hops.join(), proxies).address, hops.at(-20))
  assert.equal(
    clientAddress('10.0.0.1', ['1.2.3.4', ...hops.slice(0, 19)].join(), proxies).address,
    '1.2.3.4',
  )
})

test('a loopback peer without a forwarded address is the operator, and is not counted', () => {
  for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    assert.equal(clientAddress(peer, undefined, nobody).counting, 'none')
    assert.equal(clientAddress(peer, undefined, parseNetworks('10.0.0.0/8')).counting, 'none')
    assert.equal(clientAddress(peer, undefined, parseNetworks('loopback')).counting, 'shared')
  }
  for (const peer of ['10.0.0.1', '128.0.0.1', '::2', 'fe80::1']) {
    assert.equal(clientAddress(peer, undefined, nobody).counting, 'own')
  }
})

test('a local peer that forwards without being trusted has one shared bucket', () => {
  const peers = [
    '127.0.0.1',
    '::1',
    '10.1.1.1',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.1.1',
    'fd00::1',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
  ]
  for (const peer of peers) {
    for (const forwardedFor of ['1.2.3.4', '', 'garbage', '127.0.0.1']) {
      const { counting, bucket, address } = clientAddress(peer, forwardedFor, nobody)
      assert.deepEqual({ counting, bucket }, { counting: 'shared', bucket: 'shared' }, peer)
      assert.notEqual(address, 'unknown')
    }
  }
  for (const peer of ['172.32.0.1', '100.128.0.1', '11.0.0.1', '2001:db8::1']) {
    assert.equal(clientAddress(peer, '1.2.3.4', nobody).counting, 'own')
  }
})

test('a peer without an address has that bucket too, and is never trusted', () => {
  const shared = { address: 'unknown', counting: 'shared', bucket: 'shared' }
  for (const peer of [undefined, '', '/run/sallyport.sock', '127.1', '::127.0.0.1']) {
    assert.deepEqual(clientAddress(peer, undefined, parseNetworks('0.0.0.0/0, ::/0')), shared)
    assert.deepEqual(clientAddress(peer, '1.2.3.4', parseNetworks('0.0.0.0/0, ::/0')), shared)
  }
})

test('trusted proxies are addresses, networks and two words', () => {
  const trusts = (list: string, peer: string) =>
    clientAddress(peer, '1.2.3.4', parseNetworks(list)).address === '1.2.3.4'
  assert.ok(trusts('192.0.2.1', '192.0.2.1') && !trusts('192.0.2.1', '192.0.2.2'))
  assert.ok(trusts(' 192.0.2.77/24 ,, ', '192.0.2.1') && !trusts('192.0.2.0/24', '192.0.3.1'))
  assert.ok(trusts('2001:db8::1', '2001:db8::1') && !trusts('2001:db8::1', '2001:db8::2'))
  assert.ok(trusts('::ffff:192.0.2.0/120', '192.0.2.9') && !trusts('::ffff:192.0.2.0/120', '192.0.3.9'))
  assert.ok(trusts('::ffff:192.0.2.1', '192.0.2.1') && !trusts('::ffff:192.0.2.1', '192.0.2.2'))
  assert.ok(trusts('192.0.2.1', '::ffff:192.0.2.1') && !trusts('::/0', '192.0.2.1'))
  assert.ok(trusts('loopback', '127.0.0.1') && trusts('loopback', '::1') && !trusts('loopback', '10.0.0.1'))
  assert.ok(trusts('private', '10.0.0.1') && trusts('private', 'fd00::1') && trusts('private', '100.64.0.1'))
  assert.ok(!trusts('private', '127.0.0.1') && !trusts('', '127.0.0.1') && !trusts('private', '192.0.2.1'))
})

test('any other entry is named in the error', () => {
  for (const entry of [
    'proxy.internal',
    'Loopback',
    'toString',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10/8',
    '010.0.0.1',
    '10.0.0.0/8/8',
    '/8',
    '10.0.0.0 /8',
    '::ffff:10.0.0.0/95',
    '1.2.3.4:80',
    '*',
  ]) {
    assert.throws(
      () => parseNetworks(`loopback, ${entry}, 10.0.0.1`),
      (error: Error) => error.message.startsWith(`"${entry}" `),
      entry,
    )
  }
})

test('without a proxy, clients of a local network cannot choose how they are counted', () => {
  const none = parseTrustedProxies(' none ')
  assert.deepEqual(clientAddress('10.1.2.3', '203.0.113.7', none), {
    address: '10.1.2.3',
    counting: 'own',
    bucket: '10.1.2.3',
  })
  assert.equal(clientAddress('fd00::2', '203.0.113.7', none).bucket, 'fd00::/64')
  // a proxy on this machine was forgotten: its clients would not be counted at all
  assert.equal(clientAddress('127.0.0.1', '203.0.113.7', none).counting, 'shared')
  assert.equal(clientAddress('127.0.0.1', undefined, none).counting, 'none')
  assert.throws(() => parseTrustedProxies('none, 10.0.0.1'), /"none" says that there is no proxy/)
})
