import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPerson } from './read-person.ts'
import { RowFault } from './row-fault.ts'

const email = 'ada@example.com'
/** Four gigabytes. */
const bcryptHash = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const dear = '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

const codeOf = (value: unknown): string => {
  try {
    readPerson(value)
    return 'read'
  } catch (fault) {
    assert.ok(fault instanceof RowFault)
    return fault.code
  }
}

test('an address is enough, and what is null is as good as absent', () => {
  for (const value of [
    { email },
    { email, password: null, totp: null, identities: null, externalId: null },
  ]) {
    const { emailVerified, password, apps, identities, externalId } = readPerson(value)
    assert.deepEqual(
      [emailVerified, password, apps, identities, externalId],
      [false, undefined, [], [], undefined],
    )
  }
})

test('everything that comes along is read', () => {
  const person = readPerson({
    email: ' Ada@EXAMPLE.com ',
    emailVerified: true,
    externalId: 7,
    createdAt: '2020-02-29T12:00:00+01:00',
    language: 'de',
    password: { scheme: 'md5', hash: 'f96b697d7cb7938d525a2f31aaf161d0' },
    totp: { secret: 'GEZD GNBV GY3T QOJQ', digits: 6, period: 30, algorithm: 'HmacSHA1' },
    identities: [{ provider: 'google', subject: '108' }],
    disabled: { until: '2099-01-01', reason: 'left us' },
  })
  assert.deepEqual([person.email.canonical, person.externalId], ['ada@example.com', '7'])
  assert.equal(person.createdAt?.toISOString(), '2020-02-29T11:00:00.000Z')
  assert.equal(person.apps[0]?.secret.toString(), '1234567890')
  assert.ok(person.password && 'foreign' in person.password)
  assert.equal(person.disabled?.until?.getUTCFullYear(), 2099)
})

test('bounds on lengths include the last character', () => {
  const reasonOf = (characters: number) => ({ email, disabled: { reason: 'x'.repeat(characters) } })
  const subjectOf = (characters: number) => ({
    email,
    identities: [{ provider: 'google', subject: '1'.repeat(characters) }],
  })
  for (const value of [reasonOf(3), reasonOf(200), subjectOf(255)]) assert.equal(codeOf(value), 'read')
  for (const value of [reasonOf(2), reasonOf(201), subjectOf(256)]) assert.equal(codeOf(value), 'bad_value')
})

test('whatever is wrong has a code', () => {
  const cases: [code: string, value: unknown][] = [
    ['bad_value', 'ada@example.com'],
    ['bad_value', null],
    ['bad_email', {}],
    ['bad_email', { email: 'ada' }],
    ['unknown_key', { email, emailverified: true }],
    ['unknown_key', { email, password: { phc: '$2b$', passwort: '' } }],
    ['unknown_key', { email, passkeys: [] }],
    ['bad_value', { email, emailVerified: 'true' }],
    ['bad_value', { email, externalId: ' 7' }],
    ['bad_value', { email, externalId: 2 ** 53 }],
    ['bad_value', { email, createdAt: 'yesterday' }],
    ['bad_value', { email, createdAt: '2021-02-31' }],
    ['bad_value', { email, language: 'nl' }],
    ['bad_value', { email, id: '7' }],
    ['bad_value', { email, password: {} }],
    ['bad_hash', { email, password: { phc: 'secret' } }],
    ['bad_hash', { email, password: { phc: 'secret', pepperId: '0000' } }],
    ['bad_hash', { email, password: { phc: '$argon2id$anything', pepperId: '0000' } }],
    ['bad_hash', { email, password: { phc: dear, pepperId: '0000' } }],
    ['cost_too_high', { email, password: { phc: `$2b$15$${'C'.repeat(53)}` } }],
    ['bad_totp', { email, totp: { secret: 'AAAA' } }],
    ['bad_totp', { email, totp: { secret: '1890' } }],
    ['bad_totp', { email, totp: { secret: `GEZDGNBVGY3TQOJQ${' '.repeat(256)}` } }],
    ['bad_totp', { email, totp: { secret: 'GEZDGNBVGY3TQOJQ', digits: 8 } }],
    ['bad_totp', { email, totp: { secret: 'GEZDGNBVGY3TQOJQ', period: 60 } }],
    ['bad_totp', { email, totp: { secret: 'GEZDGNBVGY3TQOJQ', algorithm: 'SHA256' } }],
    ...[
      ['1'],
      [7],
      [bcryptHash],
      ['x'.repeat(41)],
      '12345678',
      ['abcd-efgh', 'ABCDEFGH'],
      Array(21).fill('12345678'),
    ].map((backupCodes): [string, unknown] => [
      'backup_codes',
      { email, totp: { secret: 'GEZDGNBVGY3TQOJQ', backupCodes } },
    ]),
    ['bad_value', { email, identities: [{ provider: 'Google', subject: '1' }] }],
    ['bad_value', { email, identities: [{ provider: 'google', subject: '' }] }],
    [
      'bad_value',
      {
        email,
        identities: [
          { provider: 'google', subject: '1' },
          { provider: 'google', subject: '2' },
        ],
      },
    ],
    ['bad_value', { email, disabled: { reason: '' } }],
    ['bad_value', { email, externalId: 'a\0b' }],
  ]
  for (const [code, value] of cases) assert.equal(codeOf(value), code, JSON.stringify(value))
})
