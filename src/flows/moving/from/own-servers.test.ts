import assert from 'node:assert/strict'
import { createCipheriv, createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { isPassword, readExport, readOne } from '../../../../test/support/read-export.ts'
import { RowFault } from '../rows/row-fault.ts'
import { hchacha20 } from './hchacha20.ts'

/** crypt_blowfish's own vector, of this password. */
const [typed, bcrypt] = ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW']
const base32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const email = 'ada@example.com'

test('a realm of Keycloak has PBKDF2 and Argon2, and apps whose secret is a text', async () => {
  const users = [
    {
      ...{
        id: 'b1',
        username: 'ada',
        email,
        emailVerified: true,
        enabled: false,
        createdTimestamp: 1_588_000_000_000,
      },
      credentials: [
        {
          type: 'password',
          // RFC 7914 §11
          secretData: JSON.stringify({
            value: Buffer.from(
              '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
              'hex',
            ).toString('base64'),
            salt: Buffer.from('NaCl').toString('base64'),
            additionalParameters: {},
          }),
          credentialData: JSON.stringify({
            hashIterations: 80_000,
            algorithm: 'pbkdf2-sha256',
            additionalParameters: {},
          }),
        },
        {
          ...{
            type: 'otp',
            userLabel: 'phone',
            secretData: JSON.stringify({ value: '12345678901234567890' }),
          },
          credentialData: JSON.stringify({
            subType: 'totp',
            digits: 6,
            counter: 0,
            period: 30,
            algorithm: 'HmacSHA1',
          }),
        },
      ],
      federatedIdentities: [{ identityProvider: 'github', userId: '7', userName: 'ada' }],
    },
    {
      ...{ id: 'b2', email: 'bob@example.com', emailVerified: false, enabled: true },
      credentials: [
        {
          type: 'password',
          secretData: JSON.stringify({
            value: 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc=',
            salt: 'c29tZXNhbHQ=',
          }),
          credentialData: JSON.stringify({
            ...{ hashIterations: 2, algorithm: 'argon2' },
            additionalParameters: {
              hashLength: ['32'],
              memory: ['65536'],
              type: ['id'],
              version: ['1.3'],
              parallelism: ['1'],
            },
          }),
        },
      ],
    },
  ]
  const [ada, bob] = await readExport(JSON.stringify({ realm: 'acme', roles: { realm: [] }, users }), {
    origin: 'keycloak',
  })
  assert.ok(ada && !(ada instanceof RowFault) && bob && !(bob instanceof RowFault), `${ada} ${bob}`)
  assert.equal(await isPassword(ada, 'Password'), true)
  assert.equal(await isPassword(bob, 'password'), true)
  assert.equal(ada.apps[0]?.secret.toString(), '12345678901234567890')
  assert.ok(ada.disabled && !bob.disabled)
})

test('rows of Devise have a pepper that is not in the database', async () => {
  const row = {
    id: 7,
    email,
    encrypted_password: bcrypt,
    confirmed_at: '2024-05-01 10:00:00',
    provider: null,
    uid: null,
  }
  const person = await readOne(row, { origin: 'devise', secret: '*U\n' })
  assert.equal(await isPassword(person, 'U'), true)
  assert.equal(await isPassword(person, typed), false)
  assert.deepEqual([person.externalId, person.emailVerified, person.identities], ['7', true, []])
})

/** As Laravel's encrypter writes it. */
const laravelSealed = (key: Buffer, text: string) => {
  const iv = Buffer.alloc(16, 9)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const value = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')
  const parts = { iv: iv.toString('base64'), value }
  const mac = createHmac('sha256', key)
    .update(parts.iv + parts.value)
    .digest('hex')
  return Buffer.from(JSON.stringify({ ...parts, mac, tag: '' })).toString('base64')
}

test('authenticator apps of Laravel are decrypted with its APP_KEY', async () => {
  const key = Buffer.alloc(32, 7)
  const codes = ['q3kTzV9bXs-8Lw0PfYcRe', 'aB3dE5fG7h-Jk9Lm1Np3Q']
  const two_factor_secret = laravelSealed(key, `s:32:"${base32}";`)
  const two_factor_recovery_codes = laravelSealed(key, `s:47:"${JSON.stringify(codes)}";`)
  const row = {
    id: 7,
    email,
    password: bcrypt.replace('2a', '2y'),
    email_verified_at: null,
    ...{ two_factor_secret, two_factor_recovery_codes },
    two_factor_confirmed_at: '2024-05-01 10:00:00',
  }
  const secret = `base64:${key.toString('base64')}\n`
  const person = await readOne(row, { origin: 'laravel', secret })
  assert.equal(person.apps[0]?.secret.toString(), '12345678901234567890')
  assert.deepEqual(person.apps[0]?.backupCodes, codes)
  assert.deepEqual([await isPassword(person, typed), person.emailVerified], [true, false])
  for (const wrong of [undefined, `base64:${Buffer.alloc(32).toString('base64')}`]) {
    const [fault] = await readExport(JSON.stringify(row), {
      origin: 'laravel',
      ...(wrong && { secret: wrong }),
    })
    assert.ok(fault instanceof RowFault && fault.code === 'bad_totp')
  }
})

test('static tokens of django-otp and plain codes of better-auth come along; what is hashed stays behind', async () => {
  const totp = [{ key: '3132333435363738393031323334353637383930', digits: 6, step: 30 }]
  const tokens = ['ucmjyx2q', 'b5ab7wjt']
  const row = { id: 7, email, is_active: true, totp }
  const person = await readOne({ ...row, backup_codes: tokens }, { origin: 'django' })
  assert.deepEqual(person.apps[0]?.backupCodes, tokens)
  const hashed = await readOne({ ...row, backup_codes: [bcrypt] }, { origin: 'django' })
  assert.deepEqual(hashed.apps[0]?.backupCodes, [])
  const secret = 'a secret of better-auth that is long enough'
  const plain = { id: '7', email, twoFactorSecret: betterAuthSealed(secret, 'x'.repeat(32)) }
  const codes = ['aZ3kT-q9bXs', 'Lw0Pf-YcRe4']
  for (const twoFactorBackupCodes of [
    JSON.stringify(codes),
    betterAuthSealed(secret, JSON.stringify(codes)),
  ]) {
    const moved = await readOne({ ...plain, twoFactorBackupCodes }, { origin: 'better-auth', secret })
    assert.deepEqual(moved.apps[0]?.backupCodes, codes)
  }
})

/** XChaCha20-Poly1305, as better-auth encrypts. */
const betterAuthSealed = (secret: string, text: string) => {
  const nonce = Buffer.alloc(24, 5)
  const key = hchacha20(createHash('sha256').update(secret).digest(), nonce.subarray(0, 16))
  const short = Buffer.concat([Buffer.alloc(4), nonce.subarray(16)])
  const cipher = createCipheriv('chacha20-poly1305', key, short, { authTagLength: 16 })
  const parts = [nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(parts).toString('hex')
}
