import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timed } from '../../../../test/support/timed.ts'
import { matchesForeign, readForeign } from './foreign-hash.ts'
import { FaultyHash, type GivenHash } from './scheme.ts'

type Given = GivenHash & { scheme?: string }

const hex = (text: string) => text.replaceAll(' ', '')

/** Where they come from, the password, and its hash. */
const vectors: [source: string, password: string, given: Given][] = [
  [
    "the reference implementation's tests of Argon2id",
    'password',
    { hash: '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc' },
  ],
  [
    'its tests of Argon2i',
    'password',
    { hash: '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA' },
  ],
  [
    'its tests of the first version, which writes none',
    'password',
    { hash: '$argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ' },
  ],
  ['crypt_blowfish', 'U*U', { hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }],
  ['crypt_blowfish', 'U*U*', { hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK' }],
  ['crypt_blowfish', 'U*U*U', { hash: '$2y$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a' }],
  ['crypt_blowfish', '', { hash: '$2b$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy' }],
  [
    'crypt_blowfish, of which 72 bytes count',
    '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored',
    { hash: '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui' },
  ],
  [
    'RFC 7914 §12',
    'pleaseletmein',
    {
      scheme: 'scrypt',
      hash: hex(
        '7023bdcb3afd7348461c06cd81fd38eb fda8fbba904f8e3ea9b543f6545da1f2 d5432955613f0fcf62d49705242a9af9 e61e85dc0d651e40dfcf017b45575887',
      ),
      salt: 'SodiumChloride',
      memoryCost: 16_384,
      blockSize: 8,
      parallelism: 1,
    },
  ],
  [
    'RFC 6070',
    'password',
    {
      scheme: 'pbkdf2-sha1',
      hash: hex('4b007901b765489abead49d926f721d065a429c1'),
      salt: 'salt',
      rounds: 4_096,
      encoding: 'hex',
      saltEncoding: 'utf8',
    },
  ],
  [
    'RFC 7914 §11',
    'Password',
    {
      scheme: 'pbkdf2-sha256',
      hash: hex(
        '4ddcd8f60b98be21830cee5ef22701f9 641a4418d04c0414aeff08876b34ab56 a1d425a1225833549adb841b51c9b317 6a272bdebba1d078478f62b397f33c8d',
      ),
      salt: 'NaCl',
      rounds: 80_000,
      encoding: 'hex',
      saltEncoding: 'utf8',
    },
  ],
  [
    "Firebase's scrypt",
    'user1password',
    {
      scheme: 'firebase-scrypt',
      hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
      salt: '42xEC+ixf3L2lw==',
      signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
      saltSeparator: 'Bw==',
      rounds: 8,
      memoryCost: 14,
    },
  ],
  ['phpass', 'test12345', { hash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0' }],
  ['RFC 1321 §A.5', 'message digest', { scheme: 'md5', hash: 'f96b697d7cb7938d525a2f31aaf161d0' }],
  ['FIPS 180-4', 'abc', { scheme: 'sha1', hash: 'a9993e364706816aba3e25717850c26c9cd0d89d' }],
  [
    'FIPS 180-4',
    'abc',
    { scheme: 'sha256', hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
  ],
]

for (const [source, password, given] of vectors)
  test(`${source}: ${given.scheme ?? given.hash.slice(0, 8)} of ${JSON.stringify(password.slice(0, 20))}`, async () => {
    const foreign = readForeign(given)
    assert.equal(await matchesForeign(foreign, password), true)
    assert.equal(await matchesForeign(foreign, `x${password}`), false)
  })

test('a salt is before or behind the password, in any of three spellings, and a pepper behind both', async () => {
  // SHA-1 of "password"
  const whole = '5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8'
  for (const [salt, saltPosition, typed] of [
    ['pass', 'before', 'word'],
    ['word', 'after', 'pass'],
  ] as const)
    for (const saltEncoding of ['utf8', 'hex', 'base64'] as const) {
      const written = Buffer.from(salt).toString(saltEncoding)
      const foreign = readForeign({ scheme: 'sha1', hash: whole, salt: written, saltEncoding, saltPosition })
      assert.equal(await matchesForeign(foreign, typed), true, `${saltPosition} ${saltEncoding}`)
    }
  const peppered = readForeign({
    scheme: 'sha1',
    hash: whole,
    salt: 'pa',
    saltPosition: 'before',
    pepper: 'word',
  })
  assert.equal(await matchesForeign(peppered, 'ss'), true)
})

test('a salted digest of an LDAP server is read as it stands there', async () => {
  const both = Buffer.concat([
    Buffer.from('5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8', 'hex'),
    Buffer.from('word'),
  ])
  const foreign = readForeign({ hash: `{SSHA}${both.toString('base64')}` })
  assert.equal(await matchesForeign(foreign, 'pass'), true)
  assert.equal(await matchesForeign(foreign, 'password'), false)
})

test('what costs more than the bounds is refused before anything is computed', async () => {
  const salted = { salt: 'c2FsdA==', hash: Buffer.alloc(32).toString('base64') }
  const bombs: Given[] = [
    { hash: '$2b$15$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' },
    { hash: '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc' },
    { hash: '$argon2id$v=19$m=65536,t=100000,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc' },
    { hash: '$argon2id$v=19$m=65536,t=2,p=17$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc' },
    { scheme: 'pbkdf2-sha256', ...salted, rounds: 2_000_001 },
    { hash: `$scrypt$ln=18,r=8,p=1$c2FsdA$${salted.hash}` },
    { hash: `$scrypt$ln=17,r=32,p=1$c2FsdA$${salted.hash}` },
    { hash: `$scrypt$ln=10,r=33,p=1$c2FsdA$${salted.hash}` },
    { hash: `$scrypt$ln=10,r=8,p=17$c2FsdA$${salted.hash}` },
    { hash: '$P$EIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0' },
  ]
  const tookMs = await timed(() => {
    for (const given of bombs)
      assert.throws(
        () => readForeign(given),
        (error) => error instanceof FaultyHash && error.code === 'cost_too_high',
        given.hash,
      )
  })
  assert.ok(tookMs < 50, `${tookMs} ms`)
})

test('what is no hash is refused, and nothing repeats it', () => {
  const wrong: Given[] = [
    { hash: '' },
    { hash: 'correct horse' },
    { hash: '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' },
    { hash: '$2b$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' },
    { hash: '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe' },
    { scheme: 'rot13', hash: 'pbeerpg ubefr' },
    { scheme: 'constructor', hash: 'correct horse' },
    { scheme: 'md5', hash: 'f96b697d7cb7938d525a2f31aaf161' },
    { scheme: 'md5', hash: 'f96b697d7cb7938d525a2f31aaf161dz' },
    { scheme: 'md5', hash: 'f96b697d7cb7938d525a2f31aaf161d0', salt: 'x' },
    { scheme: 'pbkdf2-sha256', hash: 'AAAA', salt: '', rounds: 1_000 },
    { scheme: 'pbkdf2-sha256', hash: Buffer.alloc(32).toString('base64'), salt: 'c2FsdA', rounds: 999 },
    { scheme: 'pbkdf2-sha512', hash: 'pbkdf2_sha256$1000$salt$wJSpLMQRQz0Dhj/pFpbyjMj71B2gUYp6HJS5AU+32Ac=' },
    { scheme: 'scrypt', hash: 'ab'.repeat(32), salt: 'x', memoryCost: 1_000, blockSize: 8, parallelism: 1 },
    { scheme: 'firebase-scrypt', hash: 'AAAA', salt: 'x' },
  ]
  for (const given of wrong)
    assert.throws(
      () => readForeign(given),
      (error) =>
        error instanceof FaultyHash && error.code === 'bad_hash' && !error.message.includes('correct'),
      given.hash,
    )
})

test('a cost counts for each piece of a hash and each lane', () => {
  const salted = { salt: 'c2FsdA==', hash: Buffer.alloc(128).toString('base64') }
  const bombs: Given[] = [
    { ...salted, scheme: 'pbkdf2-sha1', rounds: 2_000_000 },
    { hash: `$scrypt$ln=17,r=16,p=2$c2FsdA$${salted.hash}` },
    { hash: `$scrypt$ln=60,r=8,p=1$c2FsdA$${salted.hash}` },
    { hash: '$P$CIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0' },
  ]
  for (const given of bombs)
    assert.throws(
      () => readForeign(given),
      (error) => error instanceof FaultyHash && error.code === 'cost_too_high',
      given.hash,
    )
})

test('padding without end is refused before any pattern looks at it', async () => {
  const hash = `${'='.repeat(200_000)}x`
  const tookMs = await timed(() => {
    for (const scheme of ['pbkdf2-sha1', 'firebase-scrypt'])
      assert.throws(() => readForeign({ scheme, hash, rounds: 1_000 }), FaultyHash)
  })
  assert.ok(tookMs < 500, `${tookMs} ms`)
})

test('what is no name of a scheme is not repeated: it may be a hash', () => {
  const isSilent = (error: unknown) => error instanceof FaultyHash && !error.message.includes('secret')
  assert.throws(() => readForeign({ scheme: 'secret', hash: '' }), isSilent)
})
