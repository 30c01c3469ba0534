import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { languageOf } from '../../src/accounts/users/queries/users.ts'
import { challengeOf } from '../../src/flows/return/code.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { postMail } from '../../src/messages/outbox/post.ts'
import { get, post, send } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { newRestartable } from '../support/restartable.ts'
import { dumpRows } from '../support/rows.ts'
import { isPostgres } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const { database, logs, start } = await newRestartable()
const SECRET_KEY = 'canary of the secret key that everything comes from'
const databasePassword = 'canary-of-the-database'

/** The same database, by an address that has a password in it. */
const withPassword = ({ DATABASE_URL }: typeof database) => {
  if (!DATABASE_URL) return {}
  const url = new URL(DATABASE_URL)
  url.password ||= databasePassword
  return { DATABASE_URL: url.href }
}
const service = await start({ ...withPassword(database), SECRET_KEY, LOG_LEVEL: 'trace' })
const { deps } = service

/** Everything that must stay between its owner and the service. */
const secrets: string[] = [SECRET_KEY, databasePassword]
const kept = <Tokens extends { accessToken: string; refreshToken: string }>(tokens: Tokens) => {
  secrets.push(tokens.accessToken, tokens.refreshToken)
  return tokens
}
const canary = (name: string) => {
  secrets.push(`canary of ${name}, which is long`)
  return secrets.at(-1)!
}

/** A whole day of a service: everything that works, everything that is refused, and what breaks. */
const liveThroughEverything = async () => {
  const person = kept(await register(service, { password: canary('a password') }))
  const wrong = canary('a wrong password')
  await signIn(service, { ...person, password: wrong })
  await signIn(service, { email: newEmail(), password: wrong })
  kept(tokensOf(await signIn(service, person)))
  await tryToRegister(service, person)
  await tryToRegister(service, { email: 'nobody', password: canary('a password that is not stored') })
  await post(service, '/auth/register', {
    email: newEmail(),
    password: wrong,
    passwordConfirmation: person.password,
  })
  await post(service, '/auth/token', `{"password":"${wrong}","password":"${person.password}"`)
  await send(service, 'POST', '/auth/token', { body: wrong, headers: { 'content-type': 'text/plain' } })

  const next = kept(tokensOf(await refresh(service, person.refreshToken)))
  await refresh(service, kept(tokensOf(await refresh(service, next.refreshToken))).refreshToken)
  await refresh(service, person.refreshToken)
  await get(service, `/users/me?token=${next.accessToken}`, next.accessToken)
  await get(service, `/users/${next.accessToken.slice(0, 60)}`, next.accessToken)

  const verifier = canary('a verifier of forty-three characters')
  const code = await issueCode(deps, {
    userId: person.userId,
    epoch: 0,
    methods: ['github'],
    codeChallenge: challengeOf(verifier),
  })
  secrets.push(code)
  await exchange(service, code)
  const { accessToken } = kept(tokensOf(await exchange(service, code, verifier)))
  await shiftRows(service, 3)
  await exchange(service, code, verifier)
  await send(service, 'POST', '/auth/logout', { token: accessToken })
  return person
}

/** A code that nobody exchanges, and an email that is yet to be sent. */
const leaveWaiting = async ({ userId, email }: { userId: string; email: string }) => {
  secrets.push(await issueCode(deps, { userId, epoch: 0, methods: ['github'] }))
  await deps.db.transaction(async (runner) => {
    await postMail(runner, deps.keys, {
      name: 'reset-password',
      userId,
      recipient: email,
      language: languageOf(userId),
      detail: { minutes: 30, address: null },
      secrets: { token: canary('the token of a link') },
    })
    await runner.run(sql`update outbox set due_at = now() + interval '1 hour' where queue = ${userId}`)
  })
}

const breakEverything = async (person: { email: string; password: string }) => {
  const idle = kept(await register(service, { password: person.password }))
  await deps.db.script('alter table sessions add constraint never check (false) not valid')
  const statuses = [
    (await signIn(service, person)).status,
    (await refresh(service, idle.refreshToken)).status,
  ]
  await deps.db.script('alter table sessions drop constraint never')
  await deps.db.script('alter table passwords rename to gone')
  const other = { ...person, email: newEmail() }
  statuses.push((await signIn(service, person)).status, (await tryToRegister(service, other)).status)
  await deps.db.script('alter table gone rename to passwords')
  assert.deepEqual(statuses, [500, 500, 500, 500])
}

const person = await liveThroughEverything()
await leaveWaiting(person)
await breakEverything(person)

/** How a secret may look once somebody has encoded it, and what it is made of. */
const formsOf = (secret: string): Buffer[] => {
  const bytes = Buffer.from(secret)
  const texts = [secret, bytes.toString('hex'), bytes.toString('base64url').slice(0, -2)]
  const forms = [...texts, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].map((text) =>
    Buffer.from(text),
  )
  const parts = /^sp_(at|rt|oc)_(.+)$/.exec(secret)
  if (!parts) return forms
  const packed = Buffer.from(parts[1] === 'oc' ? parts[2]! : parts[2]!.slice(0, -6), 'base64url')
  const proof = packed.subarray(-32)
  return [...forms, proof, Buffer.from(proof.toString('hex')), Buffer.from(proof.toString('base64'))]
}

const assertHoldsNone = (text: string | Buffer, what: string) => {
  const bytes = Buffer.from(text as string)
  for (const secret of new Set(secrets)) {
    for (const form of formsOf(secret)) {
      assert.ok(!bytes.includes(form), `${what} holds ${secret} as ${form.toString('latin1')}`)
    }
  }
}

test('no secret is in the log, at its most talkative, through failures and bugs', async () => {
  assert.ok(logs.length > 25)
  assert.ok(
    logs.some((line) => line.includes('never')),
    'the bugs are there',
  )
  const log = logs.join('')
  assertHoldsNone(log, 'the log')
  assert.ok(!log.includes(person.email), 'nor is an address')
  const stored = await many<{ seed: string; phc: string }>(
    deps.db,
    sql`
      select encode(seed, 'hex') as seed, phc
      from sessions
      join passwords on passwords.user_id = sessions.user_id`,
  )
  assert.ok(stored.length > 0)
  for (const { seed, phc } of stored) {
    const [, salt = '', hash = ''] = /([^$]+)\$([^$]+)$/.exec(phc) ?? []
    for (const part of [seed.slice(0, 32), salt, hash])
      assert.ok(!log.includes(part), 'nor what the database keeps to itself')
  }
})

test('no secret is in the database: no token, no code, no password', async () => {
  const rows = await dumpRows(service)
  assert.match(rows, /^passwords .*\$argon2id\$/m)
  assert.ok(rows.includes(person.email))
  assertHoldsNone(rows, 'the database')
})

// the service works on: the next statement begins a new log, and its file gets its name when it is whole
const unlessGone = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return Buffer.alloc(0)
}

test('no secret is in the files of the embedded database, its log of changes among them', {
  skip: isPostgres,
}, async () => {
  const folder = String(database.DATA_DIR)
  await deps.db.run(sql`select pg_switch_wal()`)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const wanted = files.filter((file) => file.isFile() && /pg_wal|base|global|pg_xact/.test(file.parentPath))
  const paths = wanted.map((file) => join(file.parentPath, file.name))
  const contents = await Promise.all(paths.map((path) => readFile(path).catch(unlessGone)))
  const changed = contents.filter((bytes) => bytes.includes(person.email) || bytes.includes('canary'))
  assert.ok(changed.length > 0, 'what is looked through holds what was written')
  for (const bytes of changed) assertHoldsNone(bytes, 'a file')
})
