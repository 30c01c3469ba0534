import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPassword, readExport, readOne } from '../../../../test/support/read-export.ts'
import { RowFault } from '../rows/row-fault.ts'

/** crypt_blowfish's own vector, of this password. */
const [typed, bcrypt] = ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW']
const base32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const email = 'ada@example.com'

test('a row of Supabase has the hash, the apps, the identities and the ban', async () => {
  const row = {
    ...{ id: '2b1d9d0e-6f0e-4b0e-9a57-0c2b3f4d5e6f', email, encrypted_password: bcrypt },
    email_confirmed_at: '2024-05-01T10:00:00.123456+00:00',
    created_at: '2024-05-01T09:59:59.5+00:00',
    banned_until: '2099-01-01T00:00:00+00:00',
    identities: [{ provider: 'azure', provider_id: 'azure 7', email }],
    totp: [{ secret: base32, friendly_name: 'phone' }],
  }
  const person = await readOne(row, { origin: 'supabase' })
  assert.equal(await isPassword(person, typed), true)
  assert.deepEqual(
    [person.externalId, person.emailVerified, person.createdAt?.toISOString()],
    [row.id, true, '2024-05-01T09:59:59.500Z'],
  )
  assert.deepEqual(person.identities, [{ provider: 'microsoft', subject: 'azure 7', email }])
  assert.deepEqual(
    [person.apps[0]?.secret.toString(), person.apps[0]?.name],
    ['12345678901234567890', 'phone'],
  )
  assert.equal(person.disabled?.until?.getUTCFullYear(), 2099)
})

test('Auth0 has people in one export, and passwords in another', async () => {
  const user = await readOne(
    {
      ...{ user_id: 'auth0|5f7c8ec7c33c6c004bbafe82', email, email_verified: true, blocked: true },
      identities: [
        { provider: 'auth0', user_id: '5f7c8ec7c33c6c004bbafe82', connection: 'db', isSocial: false },
        { provider: 'google-oauth2', user_id: '108', connection: 'google-oauth2', isSocial: true },
      ],
    },
    { origin: 'auth0' },
  )
  assert.deepEqual(
    [user.externalId, user.identities[0]?.provider, user.identities.length],
    ['auth0|5f7c8ec7c33c6c004bbafe82', 'google', 1],
  )
  assert.ok(user.disabled)
  const hash = await readOne(
    {
      ...{ _id: { $oid: '5f7c8ec7c33c6c004bbafe82' }, email, email_verified: true, passwordHash: bcrypt },
      ...{ password_set_date: { $date: '2020-10-06T15:30:00.000Z' }, tenant: 'acme', connection: 'db' },
    },
    { origin: 'auth0' },
  )
  assert.equal(hash.externalId, user.externalId)
  assert.equal(await isPassword(hash, typed), true)
})

test('an export of Firebase is read with the parameters of its hashes, and not without', async () => {
  const secret = JSON.stringify({
    ...{ algorithm: 'SCRYPT', rounds: 8, mem_cost: 14, base64_salt_separator: 'Bw==' },
    base64_signer_key:
      'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  })
  const text = JSON.stringify({
    users: [
      {
        ...{ localId: 'uid7', email, emailVerified: true, disabled: false, createdAt: '1588000000000' },
        passwordHash:
          'lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==',
        salt: '42xEC-ixf3L2lw==',
        providerUserInfo: [
          { providerId: 'password', rawId: email },
          { providerId: 'google.com', rawId: '108', email },
        ],
      },
      { localId: 'by phone', phoneNumber: '+15555550100', providerUserInfo: [] },
    ],
  })
  const [ada, phone] = await readExport(text, { origin: 'firebase', secret })
  assert.ok(ada && !(ada instanceof RowFault))
  assert.equal(await isPassword(ada, 'user1password'), true)
  assert.deepEqual(
    [ada.externalId, ada.createdAt?.getUTCFullYear(), ada.identities[0]?.provider],
    ['uid7', 2020, 'google'],
  )
  assert.ok(phone instanceof RowFault && phone.code === 'bad_email')
  const [without] = await readExport(text, { origin: 'firebase' })
  assert.ok(without instanceof RowFault && without.message.includes('--secret'))
})

test('the CSV of Clerk says which addresses are confirmed', async () => {
  const header =
    'id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher'
  const text = [
    header,
    `user_1,Ada,,,${email},,${email},,,,${base32},${bcrypt},bcrypt`,
    'user_2,,,,bob@example.com,,,bob@example.com,,,,,',
  ].join('\n')
  const [ada, bob] = await readExport(text, { origin: 'clerk', isCsv: true })
  assert.ok(ada && !(ada instanceof RowFault) && bob && !(bob instanceof RowFault), `${ada} ${bob}`)
  assert.equal(await isPassword(ada, typed), true)
  assert.deepEqual([ada.externalId, ada.emailVerified, ada.apps.length], ['user_1', true, 1])
  assert.deepEqual([bob.emailVerified, bob.password, bob.apps], [false, undefined, []])
})

test('Cognito has attributes, and nobody’s password', async () => {
  const user = {
    Username: 'ada',
    Attributes: [
      { Name: 'sub', Value: 'e0a1' },
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ],
    ...{ UserCreateDate: '2024-05-01T10:00:00.123000+00:00', Enabled: false, UserStatus: 'CONFIRMED' },
  }
  const [person] = await readExport(JSON.stringify({ Users: [user] }), { origin: 'cognito' })
  assert.ok(person && !(person instanceof RowFault), String(person))
  assert.deepEqual([person.externalId, person.emailVerified, person.password], ['e0a1', true, undefined])
  assert.ok(person.disabled)
})
