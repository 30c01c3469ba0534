import assert from 'node:assert/strict'
import { argon2Sync, createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { hashRaw, verify } from '@node-rs/argon2'
import { hashesOf } from '../../../test/support/hashes.ts'
import { newMetrics } from '../metrics/metrics.ts'
import { readForeign } from './foreign/foreign-hash.ts'
import { hashesAtOnce } from './hash-threads.ts'
import { newId } from './id.ts'
import { keyRing } from './keys.ts'
import { boundPepper, hashCost, passwordHasher } from './password.ts'

const ring = keyRing(['a secret that is at least 32 bytes long'])
const passwords = passwordHasher(ring)
const owner = newId(0)

test('two implementations of Argon2id (RFC 9106) agree, pepper included', async () => {
  const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
  const [salt, secret] = [Buffer.alloc(16, 2), Buffer.alloc(32, 3)]
  const raw = await hashRaw('password', { ...parameters, salt, secret })
  const same = argon2Sync('argon2id', {
    ...{ message: 'password', nonce: salt, secret, parallelism: 1 },
    ...{ tagLength: 32, memory: 19_456, passes: 2 },
  })
  assert.deepEqual(raw, same)
})

test('a hash is a PHC string with the parameters of the design and a salt of its own', async () => {
  const [one, two] = [
    await passwords.hash('correct horse', owner),
    await passwords.hash('correct horse', owner),
  ]
  assert.match(one.phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one.phc, two.phc)
})

test('the right password matches, whole and in any Unicode form, and no other does', async () => {
  const long = 'x'.repeat(128)
  const stored = await passwords.hash(long, owner)
  assert.equal(await passwords.verify(long, stored), true)
  for (const wrong of [
    `${'x'.repeat(127)}y`,
    `${'x'.repeat(72)}y${'x'.repeat(55)}`,
    'x'.repeat(72),
    `${long} `,
  ]) {
    assert.equal(await passwords.verify(wrong, stored), false)
  }
  assert.equal(
    await passwords.verify(
      'e\u0301clair au chocolat',
      await passwords.hash('\u00e9clair au chocolat', owner),
    ),
    true,
  )
})

test('without the pepper the right password does not match', async () => {
  const stored = await passwords.hash('correct horse', owner)
  assert.equal(await verify(stored.phc, 'correct horse'), false)
  const elsewhere = passwordHasher(keyRing(['b'.repeat(32)]))
  assert.equal(await elsewhere.verify('correct horse', stored), false)
})

test('without a stored password, none matches', async () => {
  assert.equal(await passwords.verify('nobody', undefined), false)
})

test('without admission, no hash is compared', async () => {
  const stored = await passwords.hash('correct horse', owner)
  const refusal = new Error('refused')
  await assert.rejects(
    passwords.verify('correct horse', stored, async () => Promise.reject(refusal)),
    refusal,
  )
})

test('a hash of cheaper parameters or of an older key is outdated', async () => {
  const stored = await passwords.hash('correct horse', owner)
  assert.equal(passwords.isOutdated(stored), false)
  assert.equal(passwords.isOutdated({ ...stored, phc: stored.phc.replace('t=2', 't=1') }), true)
  assert.equal(passwords.isOutdated({ ...stored, phc: stored.phc.replace('m=19456', 'm=9728') }), true)
  const rotated = passwordHasher(keyRing(['b'.repeat(32), 'a secret that is at least 32 bytes long']))
  assert.equal(await rotated.verify('correct horse', stored), true)
  assert.equal(rotated.isOutdated(stored), true)
})

test('a hash opens for its owner only, whatever row it is copied to', async () => {
  const stored = await passwords.hash('correct horse', owner)
  assert.equal(await passwords.verify('correct horse', { ...stored, userId: newId(1) }), false)
  assert.equal(await passwords.verify('correct horse', stored), true)
})

test('the pepper of a user is HMAC-SHA-256 of their id under the pepper of the key', () => {
  const bound = createHmac('sha256', ring[0].pepper).update(owner).digest()
  assert.deepEqual(boundPepper(ring[0], owner), bound)
})

test('a value that is no hash, or would take gigabytes or minutes, is unreadable and matches nothing', async () => {
  const stored = await passwords.hash('correct horse', owner)
  const { phc } = stored
  const changed = ['', '$', 'garbage', phc.slice(0, -2), `${phc}!`, phc.replace('argon2id', 'bcrypt')]
  const costly = [phc.replace('m=19456', 'm=4194304'), phc.replace('t=2', 't=100000')]
  for (const text of [...changed, ...costly])
    assert.equal(await passwords.verify('correct horse', { ...stored, phc: text }), undefined, text)
})

const sha1 = { scheme: 'sha1', hash: createHash('sha1').update('correct horse').digest('hex') }
const pbkdf2 = {
  scheme: 'pbkdf2-sha256',
  hash: pbkdf2Sync('correct horse', 'salt', 1_000, 32, 'sha256').toString('base64'),
  salt: 'c2FsdA==',
  rounds: 1_000,
}

test('a hash of another system opens for the right password of its owner, and is outdated', async () => {
  for (const given of [sha1, pbkdf2])
    for (const wrapsAll of [false, true]) {
      const stored = await passwords.adopt(readForeign(given), owner, { wrapsAll })
      assert.equal(await passwords.verify('correct horse', stored), true)
      assert.equal(await passwords.verify('correct hors', stored), false)
      assert.equal(passwords.isOutdated(stored), true)
      const others = { ...stored, userId: newId(1) }
      assert.equal(await passwords.verify('correct horse', others), undefined, 'for nobody else')
    }
})

test('a hash that is guessed fast is not stored as it is, and no other can be read without the key', async () => {
  for (const given of [sha1, pbkdf2]) {
    const { phc } = await passwords.adopt(readForeign(given), owner)
    const [hex, base64] = [given === sha1 ? given.hash : '', given.hash.replace(/=+$/, '')]
    assert.ok(!phc.includes(base64) && (hex === '' || !phc.includes(hex)))
    const sealed = Buffer.from(phc.split('$')[3] ?? '', 'base64url')
    assert.ok(!sealed.includes(given.hash))
  }
  const wrapped = (await passwords.adopt(readForeign(sha1), owner)).phc
  assert.match(wrapped, /^\$foreign\$sha1\$[\w-]+\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const elsewhere = passwordHasher(keyRing(['b'.repeat(32)]))
  const stored = await passwords.adopt(readForeign(pbkdf2), owner)
  assert.equal(await elsewhere.verify('correct horse', stored), undefined)
})

test('nobody without the key can write a hash of another system, or change one', async () => {
  const stored = await passwords.adopt(readForeign(pbkdf2), owner)
  const wrapped = await passwords.adopt(readForeign(sha1), owner)
  const [, , scheme = '', sealed = ''] = wrapped.phc.split('$')
  const native = await passwords.hash('correct horse', owner)
  for (const phc of [
    stored.phc.slice(0, -1),
    `${stored.phc}AAAA`,
    `$foreign$sha1$${Buffer.from(JSON.stringify(sha1)).toString('base64url')}`,
    `$foreign$${scheme}$${sealed}`,
    '$foreign$sha1$',
  ])
    assert.equal(await passwords.verify('correct horse', { ...stored, phc }), undefined, phc)
  const mixed = { ...stored, phc: `$foreign$${scheme}$${sealed}${native.phc}` }
  assert.equal(await passwords.verify('correct horse', mixed), false)
})

test('a hash that takes much memory waits for others of its kind without a slot, and nobody else for it', async () => {
  const given = { scheme: 'scrypt', salt: 'salt', hash: '00'.repeat(32), memoryCost: 2 ** 16, blockSize: 9 }
  const large = await passwords.adopt(readForeign({ ...given, parallelism: 1 }), owner)
  const usual = await passwords.hash('correct horse', owner)
  const order: string[] = []
  const check = async (name: string, stored: typeof usual) => {
    await passwords.verify('correct horse', stored)
    order.push(name)
  }
  const larges = Array.from({ length: hashesAtOnce + 1 }, () => check('large', large))
  // until they wait
  await turn()
  await Promise.all([...larges, check('usual', usual)])
  assert.deepEqual(order, ['usual', ...larges.map(() => 'large')])
})

test('whoever has no hash of another system is checked as one of those who have, and as before once there are none', async () => {
  const metrics = newMetrics()
  const hasher = passwordHasher(ring, hashCost, metrics)
  const counted = async (stored: Awaited<ReturnType<typeof hasher.hash>> | undefined) => {
    const before = hashesOf({ deps: { metrics } })
    await hasher.verify('wrong', stored)
    return hashesOf({ deps: { metrics } }) - before
  }
  const [native, foreign] = [
    await hasher.hash('correct horse', owner),
    await hasher.adopt(readForeign(pbkdf2), owner),
  ]
  assert.deepEqual([await counted(native), await counted(undefined)], [1, 1])
  await hasher.imitate([foreign, { ...foreign, userId: newId(1) }])
  const garbled = { ...foreign, phc: `${foreign.phc}x` }
  for (const stored of [native, undefined, foreign, garbled]) assert.equal(await counted(stored), 2)
  await hasher.imitate([])
  assert.deepEqual([await counted(native), await counted(undefined)], [1, 1])
})
