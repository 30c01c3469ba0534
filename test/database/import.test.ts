import assert from 'node:assert/strict'
import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { beginImport } from '../../src/flows/moving/queries.ts'
import { base32 } from '../../src/platform/crypto/base32.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { hotp, stepAt } from '../../src/platform/crypto/otp.ts'
import { get } from '../support/http.ts'
import { importAll, outcomesOf } from '../support/moving.ts'
import { openParts } from '../support/parts.ts'
import { newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { dumpRows } from '../support/rows.ts'
import { answerChallenge } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const service = await startTestService()
const { db } = service.deps
const password = 'a password of the former system'

const md5Of = (text: string) => ({ scheme: 'md5', hash: createHash('md5').update(text).digest('hex') })
const pbkdf2Of = (text: string) => {
  const salt = randomBytes(12)
  return {
    scheme: 'pbkdf2-sha256',
    hash: pbkdf2Sync(text, salt, 1_000, 32, 'sha256').toString('base64'),
    salt: salt.toString('base64'),
    rounds: 1_000,
  }
}

const hashOf = async (email: string): Promise<string> => {
  const rows = await many<{ phc: string }>(
    db,
    sql`select phc from passwords join emails on emails.user_id = passwords.user_id where typed = ${email}`,
  )
  return rows[0]?.phc ?? ''
}

const settled = async (email: string) => {
  for (let tries = 0; tries < 200; tries++) {
    const phc = await hashOf(email)
    if (phc.startsWith('$argon2id$')) return phc
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return hashOf(email)
}

test('somebody signs in with the password of the former system, and it is hashed as any other from then on', async () => {
  const people = [md5Of(password), pbkdf2Of(password)].map((hash) => ({
    email: newEmail(),
    emailVerified: true,
    password: hash,
  }))
  assert.deepEqual(outcomesOf(await importAll(service, people)), ['imported', 'imported'])
  for (const { email } of people) {
    const before = await hashOf(email)
    assert.match(before, /^\$foreign\$/)
    assertRefused(await signIn(service, { email, password: 'wrong' }), 401, 'invalid_credentials')
    assert.equal(await hashOf(email), before, 'a wrong password changes nothing')
    tokensOf(await signIn(service, { email, password }))
    assert.match(await settled(email), /^\$argon2id\$/)
    tokensOf(await signIn(service, { email, password }))
  }
})

test('what comes along is there', async () => {
  const email = newEmail()
  const [row] = await importAll(service, [
    {
      email,
      emailVerified: true,
      externalId: 'auth0|7',
      createdAt: '2019-01-31T12:00:00Z',
      language: 'fr',
      password: md5Of(password),
      identities: [{ provider: 'google', subject: 'google 7', email: 'ada@gmail.com' }],
    },
  ])
  const { accessToken } = tokensOf(await signIn(service, { email, password }))
  const { body } = await get(service, '/users/me', accessToken)
  assert.equal(body.id, row?.userId)
  const { externalId, createdAt, language, emailVerified } = body
  assert.deepEqual(
    { externalId, createdAt, language, emailVerified },
    { externalId: 'auth0|7', createdAt: '2019-01-31T12:00:00.000Z', language: 'fr', emailVerified: true },
  )
  const linked = await get(service, '/users/me/identities', accessToken)
  assert.equal(linked.body[0].email, 'ada@gmail.com')
  const { body: told } = await get(service, '/users/me/events', accessToken)
  const imported = told.events.find(({ type }: { type: string }) => type === 'user.imported')
  assert.equal(imported?.actor.kind, 'system')
})

test('an authenticator app goes on working, and the code that it shows counts once', async () => {
  const [email, secret] = [newEmail(), randomBytes(20)]
  const totp = { secret: base32(secret) }
  await importAll(service, [{ email, emailVerified: true, password: md5Of(password), totp }])
  const code = hotp(secret, stepAt(service.deps.now()))
  const challenged = await signIn(service, { email, password })
  assert.equal(challenged.body.code, 'two_factor_required')
  tokensOf(await answerChallenge(service, challenged.body.challenge, code))
  const again = await signIn(service, { email, password })
  const second = await answerChallenge(service, again.body.challenge, code)
  assert.deepEqual([second.status, second.body.alreadyUsed], [401, true])
  assert.ok(!(await dumpRows(service)).includes(secret.toString('hex')))
})

test('backup codes of another system work once each, however they are typed, and none is in the database as it is', async () => {
  const [email, backupCodes] = [newEmail(), ['q3kTz-V9bXs', 'ucmjyx2q']]
  const totp = [
    { secret: base32(randomBytes(20)), backupCodes },
    { secret: base32(randomBytes(20)), backupCodes: backupCodes.slice(1) },
  ]
  await importAll(service, [{ email, emailVerified: true, password: md5Of(password), totp }])
  for (const [typed, isRight] of [
    ['Q3KTZV9BXS', true],
    ['q3kTz-V9bXs', false],
    ['UCMJ-YX2Q', true],
  ] as const) {
    const { challenge } = (await signIn(service, { email, password })).body
    const answer = await answerChallenge(service, challenge, typed, 'backup_code')
    assert.equal(answer.status, isRight ? 200 : 401, typed)
  }
  const dump = await dumpRows(service)
  for (const code of ['q3kTz-V9bXs', 'Q3KTZV9BXS', 'ucmjyx2q', 'UCMJYX2Q']) assert.ok(!dump.includes(code))
})

test('a blocked person stays blocked', async () => {
  const email = newEmail()
  const disabled = { reason: 'left us' }
  await importAll(service, [{ email, emailVerified: true, password: md5Of(password), disabled }])
  assertRefused(await signIn(service, { email, password }), 401, 'invalid_credentials')
})

test('no fast hash, and no other one without the key, is in the database', async () => {
  const [fast, slow] = [md5Of('in the dump'), pbkdf2Of('in the dump')]
  await importAll(service, [
    { email: newEmail(), password: fast },
    { email: newEmail(), password: slow },
  ])
  const dump = await dumpRows(service)
  const bytes = Buffer.from(fast.hash, 'hex')
  for (const text of [fast.hash, bytes.toString('base64').slice(0, 20), slow.hash.slice(0, 20)])
    assert.ok(!dump.includes(text))
})

test('of two with the same address, external id or identity in a file, the second fails', async () => {
  const [first, second] = [newEmail(), newEmail()]
  const identities = [{ provider: 'github', subject: 'twice' }]
  const results = await importAll(service, [
    { email: first, externalId: 'twice', identities },
    { email: first.toUpperCase() },
    { email: second, externalId: 'twice' },
    { email: newEmail(), identities },
    { email: second },
  ])
  assert.deepEqual(outcomesOf(results), [
    'imported',
    ...Array(3).fill('failed duplicate_in_file'),
    'failed duplicate_in_file',
  ])
})

test('somebody who is here already fails or is skipped, and nothing of theirs changes', async () => {
  const ada = await register(service)
  const line = { email: ada.email, emailVerified: true, externalId: 'nothing', password: md5Of(password) }
  assert.deepEqual(outcomesOf(await importAll(service, [line])), ['failed email_taken'])
  const skipped = await importAll(service, [line], { onConflict: 'skip' })
  assert.deepEqual(outcomesOf(skipped), ['skipped email_taken'])
  tokensOf(await signIn(service, ada))
  assert.equal((await get(service, '/users/me', ada.accessToken)).body.externalId, null)
})

test('what somebody lacks is added, and nothing is overwritten', async () => {
  const email = newEmail()
  await importAll(service, [{ email, emailVerified: true, password: md5Of(password) }])
  const line = {
    ...{ email, emailVerified: true, externalId: 'added 7' },
    password: md5Of('another password of theirs'),
    identities: [{ provider: 'google', subject: 'added 7' }],
  }
  const added = await importAll(service, [line], { onConflict: 'add' })
  assert.deepEqual(outcomesOf(added), ['added'])
  const { accessToken } = tokensOf(await signIn(service, { email, password }))
  assert.equal((await get(service, '/users/me', accessToken)).body.externalId, 'added 7')
  const again = await importAll(service, [line], { onConflict: 'add' })
  assert.deepEqual(outcomesOf(again), ['skipped nothing_missing'])
})

test('what is added to an account that a stranger may have registered takes the stranger’s things away first', async () => {
  const planted = await register(service)
  const unproven = { email: planted.email, externalId: 'planted', password: md5Of(password) }
  const refused = await importAll(service, [unproven], { onConflict: 'add' })
  assert.deepEqual(outcomesOf(refused), ['skipped nothing_missing'])
  tokensOf(await signIn(service, planted))
  const vouched = { ...unproven, emailVerified: true }
  assert.deepEqual(outcomesOf(await importAll(service, [vouched], { onConflict: 'add' })), ['added'])
  assertRefused(await signIn(service, planted), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { email: planted.email, password }))
})

test('another account’s external id or identity fails, whatever is to be done with the person', async () => {
  const taken = { externalId: 'someone', identities: [{ provider: 'x', subject: 'someone' }] }
  await importAll(service, [{ email: newEmail(), emailVerified: true, ...taken }])
  const lines = [
    { email: newEmail(), externalId: taken.externalId },
    { email: newEmail(), identities: taken.identities },
  ]
  for (const onConflict of ['fail', 'add'] as const)
    assert.deepEqual(outcomesOf(await importAll(service, lines, { onConflict })), [
      'failed external_id_taken',
      'failed identity_taken',
    ])
})

test('people who register and who are imported at the same moment get one account each', async () => {
  const emails = Array.from({ length: 20 }, newEmail)
  const lines = emails.map((email) => ({ email, emailVerified: true, password: md5Of(password) }))
  const [one, other, registered] = await Promise.all([
    importAll(service, lines),
    importAll(service, lines.toReversed()),
    Promise.all(emails.map((email) => tryToRegister(service, { email, password: 'a password of my own' }))),
  ])
  const count = (results: readonly { outcome: string }[]) =>
    results.filter(({ outcome }) => outcome === 'imported').length
  const made = registered.filter(({ status }) => status === 201).length
  assert.equal(count(one) + count(other) + made, emails.length)
  for (const results of [one, other])
    assert.ok(results.every(({ outcome, reason }) => outcome === 'imported' || reason === 'email_taken'))
})

test('a dry run says what would become of each, and changes nothing', async () => {
  // without workers, which write meanwhile
  const parts = await openParts()
  const ada = { email: newEmail() }
  const taken = { externalId: 'dry 7', identities: [{ provider: 'google', subject: 'dry 7' }] }
  await importAll(parts, [ada, { email: newEmail(), ...taken }])
  const lines = [
    { email: newEmail(), emailVerified: true, password: md5Of(password) },
    { email: ada.email },
    { email: newEmail(), externalId: taken.externalId },
    { email: newEmail(), identities: taken.identities },
    { email: 'nonsense' },
  ]
  const before = await dumpRows(parts)
  const results = await importAll(parts, lines, { isDry: true })
  assert.equal(await dumpRows(parts), before)
  assert.deepEqual(outcomesOf(results), [
    'imported',
    ...['failed email_taken', 'failed external_id_taken', 'failed identity_taken', 'failed bad_email'],
  ])
})

test('an import that is cut off goes on behind the last line that was committed, and counts all', async () => {
  const people = Array.from({ length: 2_300 }, (_, at) =>
    at % 100 === 7 ? { email: 'nonsense' } : { email: newEmail(), emailVerified: true },
  )
  const fileDigest = randomBytes(32)
  const controller = new AbortController()
  const begun = await beginImport(db, fileDigest)
  const cut = importAll(service, people, {
    resumes: { fileDigest, ...begun },
    signal: controller.signal,
    tell: () => controller.abort(new Error('cut off')),
  })
  await assert.rejects(cut, /cut off/)
  const { nextLine, counts } = await beginImport(db, fileDigest)
  assert.ok(nextLine > 1 && nextLine < 2_300, String(nextLine))
  let counted = counts
  const rest = await importAll(service, people, {
    resumes: { fileDigest, nextLine, counts },
    tell: (_, sum) => {
      counted = sum
    },
  })
  assert.deepEqual(rest, [])
  assert.deepEqual([counted.imported, counted.failed], [2_277, 23])
  const { endedAt } = await beginImport(db, fileDigest)
  assert.ok(endedAt)
  const rows = await many(
    db,
    sql`select 1 from emails where typed = any(${people.map(({ email }) => email)}::text[])`,
  )
  assert.equal(rows.length, 2_277)
})

test('nothing is committed that the report does not have, and what is told again is what was not committed', async () => {
  const people = Array.from({ length: 700 }, (_, at) =>
    at % 100 === 7 ? { email: 'nonsense' } : { email: newEmail(), emailVerified: true },
  )
  const fileDigest = randomBytes(32)
  const begun = await beginImport(db, fileDigest)
  const told: number[] = []
  const full = importAll(service, people, {
    resumes: { fileDigest, ...begun },
    report: async (results) => {
      if (told.length > 0) throw new Error('no space left')
      told.push(...results.map(({ line }) => line))
    },
  })
  await assert.rejects(full, /no space left/)
  const { isKnown, nextLine, counts } = await beginImport(db, fileDigest)
  assert.deepEqual([isKnown, nextLine], [true, told.length + 1])
  const committed = await many(
    db,
    sql`select 1 from emails where typed = any(${people.map(({ email }) => email)}::text[])`,
  )
  assert.equal(committed.length, counts.imported)
  await importAll(service, people, {
    resumes: { fileDigest, nextLine, counts },
    report: async (results) => void told.push(...results.map(({ line }) => line)),
  })
  assert.deepEqual(
    told,
    people.map((_, at) => at + 1),
  )
})

test('two commands that import the same file at once write each line once', async () => {
  const people = Array.from({ length: 1_200 }, () => ({ email: newEmail(), emailVerified: true }))
  const fileDigest = randomBytes(32)
  const begun = await beginImport(db, fileDigest)
  const ended = await Promise.allSettled(
    [1, 2].map(() => importAll(service, people, { resumes: { fileDigest, ...begun } })),
  )
  const failures = ended.filter(({ status }) => status === 'rejected')
  assert.ok(failures.length <= 1)
  const rows = await many(
    db,
    sql`select 1 from emails where typed = any(${people.map(({ email }) => email)}::text[])`,
  )
  assert.equal(rows.length, 1_200)
})

test('a command that has been overtaken by another writes nothing more', async () => {
  const people = Array.from({ length: 3 }, () => ({ email: newEmail(), emailVerified: true }))
  const fileDigest = randomBytes(32)
  const begun = await beginImport(db, fileDigest)
  await importAll(service, people, { resumes: { fileDigest, ...begun } })
  const late = importAll(service, people, { resumes: { fileDigest, ...begun }, onConflict: 'skip' })
  await assert.rejects(late, /Another command imports the same file/)
  assert.deepEqual((await beginImport(db, fileDigest)).counts.imported, 3)
})

test('an id of an account that is gone fails alone', async () => {
  const id = newId(Date.now())
  await db.run(sql`insert into gone_users values (sha256(uuid_send(${id}::uuid)))`)
  const results = await importAll(service, [{ id, email: newEmail() }, { email: newEmail() }])
  assert.deepEqual(outcomesOf(results), ['failed id_taken', 'imported'])
})
