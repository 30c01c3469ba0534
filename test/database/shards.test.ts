import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { readFeedLag } from '../../src/accounts/events/queries/feed-lag.ts'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { deliverDue } from '../../src/messages/outbox/deliver.ts'
import { readBacklog } from '../../src/messages/outbox/queries/backlog.ts'
import { callForgotten } from '../../src/messages/outbox/queries/line.ts'
import { channels, jobs } from '../../src/modules.ts'
import type { Db, Runner } from '../../src/platform/db/db.ts'
import { prepared, type Statement } from '../../src/platform/db/sql.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { changeEmail, registerProven, undo } from '../support/address-change.ts'
import { atEnd } from '../support/at-end.ts'
import { signInWith, startFederated } from '../support/federation.ts'
import { feedAll } from '../support/feed.ts'
import { get, post, send } from '../support/http.ts'
import { inviteTo } from '../support/invitation.ts'
import { startMailing } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { addPasskey, signInBy } from '../support/passkeys.ts'
import { newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { reset, resetToken } from '../support/reset.ts'
import { answerChallenge, challengeFor, registerGuarded } from '../support/second-factor.ts'
import { isCitus, type TestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'
import { familyOf, onSeveral } from '../support/statements/several.ts'
import { shiftRows } from '../support/time.ts'
import { pass, waitingReset } from '../support/two-factor-reset.ts'
import { startVariant } from '../support/variant.ts'

const skip = isCitus ? false : 'TEST_DATABASE_URL is no coordinator of Citus'

const isListed = (name: string) => name in onSeveral || familyOf(name) !== name || name === 'a test'

const seen = new Map<string, Statement>()

/** The same, remembering each statement. */
const remembering = (db: Db): Db => {
  const on = (runner: Runner): Runner => ({
    ...runner,
    run: (statement) => {
      seen.set(`${statement.name} ${prepared(statement).text}`, statement)
      return runner.run(statement)
    },
  })
  return {
    ...db,
    ...on(db),
    transaction: (work, options) => db.transaction((runner) => work(on(runner)), options),
  }
}

const begin = async () => {
  const started = await startMailing()
  const variant = await startVariant(started, { db: remembering(started.deps.db) })
  return { service: { ...variant, mailServer: started.mailServer }, client: await clientOf(started) }
}

const clientOf = async ({ environment }: TestService): Promise<pg.Client> => {
  const client = new pg.Client(`${environment.DATABASE_URL}`)
  await client.connect()
  atEnd(() => client.end())
  return client
}

const { service, client } = skip ? ({} as Awaited<ReturnType<typeof begin>>) : await begin()

/** On how many parts of tables it works. Values are part of the text, as Citus sees them when it runs. */
const tasksOf = async ({ parts, values }: Statement): Promise<number> => {
  const text = parts.reduce(
    (before, part, index) => `${before}${literal(listIn(values[index - 1], part))}${part}`,
  )
  const { rows } = await client.query({ text: `explain (costs off) ${text}`, rowMode: 'array' })
  return Math.max(...rows.map(([line]) => Number(/Task Count: (\d+)/.exec(line)?.[1] ?? 0)))
}

/** The items of a list in PostgreSQL's binary format, which has a header of twenty bytes. Anything else is itself. */
const listIn = (value: unknown, next: string): unknown => {
  const [, type] = /^::(\w+)\[\]/.exec(next) ?? []
  if (!type || !Buffer.isBuffer(value)) return value
  const items: unknown[] = []
  for (let at = 20; at < value.length; ) {
    const start = at + 4
    at = start + value.readInt32BE(at)
    items.push(itemOf(type, value.subarray(start, at)))
  }
  return items
}

const itemOf = (type: string, bytes: Buffer): unknown => {
  if (type === 'integer') return bytes.readInt32BE()
  if (type === 'float8') return bytes.readDoubleBE()
  return type === 'uuid' ? bytes.toString('hex') : bytes
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `'{${value.map((each) => JSON.stringify(textOf(each))).join()}}'`
  return pg.escapeLiteral(textOf(value))
}

const textOf = (value: unknown): string => {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return value instanceof Date ? value.toISOString() : String(value)
}

/** The names of those seen that more than one server works on, and those that Citus refuses, with what it says. */
const spreadOut = async (): Promise<string[]> => {
  const found = new Set<string>()
  for (const statement of seen.values()) {
    const tasks = await tasksOf(statement).catch((error: Error) => error.message)
    if (typeof tasks === 'string') found.add(`${statement.name}: ${tasks}`)
    else if (tasks > 1) found.add(statement.name)
  }
  return [...found].sort()
}

test('registering, signing in with either step, refreshing, checking and signing out ask one server each time', {
  skip,
}, async () => {
  seen.clear()
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const guarded = tokensOf(await answerChallenge(service, challenge, person.code()))
  const plain = await register(service)
  const { refreshToken } = tokensOf(await signIn(service, plain))
  const { accessToken } = tokensOf(await refresh(service, refreshToken))
  assert.equal((await get(service, '/users/me', accessToken)).status, 200)
  for (const token of [accessToken, guarded.accessToken])
    assert.equal((await post(service, '/auth/logout', undefined, { token })).status, 204)
  assert.ok(seen.size > 20, `${seen.size} statements`)
  assert.deepEqual(await spreadOut(), [])
})

test('every statement on several servers has its reason, and Citus refuses nothing', { skip }, async () => {
  seen.clear()
  await liveThroughEverything()
  const found = await spreadOut()
  assert.deepEqual(
    found.filter((name) => !isListed(name)),
    [],
  )
  const names = new Set([...seen.values()].map(({ name }) => name))
  assert.deepEqual(
    Object.keys(onSeveral).filter((name) => !names.has(name)),
    [],
    'these are no statements any more',
  )
})

test('a change on two servers commits in two phases, even if both had been read before it', {
  skip,
}, async () => {
  const linking = await startFederated({ acme: {} }, { EMAIL_VERIFICATION: 'optional' })
  const client = await clientOf(linking)
  const serverOf = async (table: string, value: string): Promise<number> => {
    const { rows } = await client.query(
      'select groupid from pg_dist_placement where shardid = get_shard_id_for_distribution_column($1, $2::text)',
      [table, value],
    )
    return rows[0].groupid
  }
  let person = await register(linking)
  while ((await serverOf('email_owners', person.email)) === (await serverOf('users', person.userId)))
    person = await register(linking)
  let subject = randomUUID()
  while ((await serverOf('identity_owners', subject)) !== (await serverOf('email_owners', person.email)))
    subject = randomUUID()
  linking.providers.acme.people.set(subject, { email: person.email, email_verified: true })

  // of several people at once, it would be a change on two servers
  await feedAll(linking.deps)
  const commits = await commitsDuring(client, async () => {
    assert.ok((await signInWith(linking, 'acme', subject)).code)
  })
  assert.ok(commits.includes(2), `${commits}`)
})

test('a change on one server and the coordinator commits in two phases', {
  skip,
}, async () => {
  const { deps } = service
  const { userId } = await register(service)
  await feedAll(deps)
  const commits = await commitsDuring(client, async () => {
    await recordEvent(deps.db, { type: 'session.ended', userId })
    await feedAll(deps)
  })
  assert.ok(commits.includes(1), `${commits}`)
})

/** Of the transactions that commit in two phases meanwhile: on how many servers. */
const commitsDuring = async (client: pg.Client, work: () => Promise<unknown>): Promise<number[]> => {
  // Citus clears what it remembers of them every second, but never twice at once
  await client.query('begin; select recover_prepared_transactions()')
  const before = await listCommits(client)
  await work()
  const commits = await listCommits(client)
  await client.query('rollback')
  return commits.slice(before.length)
}

const listCommits = async (client: pg.Client): Promise<number[]> => {
  const { rows } = await client.query(`
    select count(*)::integer as servers
    from pg_dist_transaction
    group by split_part(gid, '_', 3), split_part(gid, '_', 4)::bigint
    order by split_part(gid, '_', 4)::bigint`)
  return rows.map(({ servers }) => servers)
}

/** What people, operators, other services and jobs do. */
const liveThroughEverything = async () => {
  const { ask } = await newOperator(service, 'users:read', 'users:write', 'users:delete', 'acts:read')
  const { key } = await newServiceKey(service, { scopes: ['introspect', 'events:read', 'users:read'] })

  const proven = await registerProven(service)
  const moved = await registerProven(service)
  const { undoToken } = await changeEmail(service, moved)
  assert.equal((await undo(service, undoToken)).status, 204)
  const password = 'the next password of the tests'
  assert.equal((await reset(service, await resetToken(service, proven.email), password)).status, 204)
  const { accessToken: token } = tokensOf(await signIn(service, { ...proven, password }))
  const path = `/users/${proven.userId}`
  for (const part of [
    '',
    '/sessions',
    '/events',
    '/mails',
    '/export',
    '/identities',
    '/passkeys',
    '/settings/2fa',
  ])
    assert.equal((await get(service, `${path}${part}`, token)).status, 200, part)
  await signIn(service, { ...proven, password: 'a wrong password' })
  const { passkey } = await addPasskey(service, { ...proven, accessToken: token })
  tokensOf(await signInBy(service, passkey))

  const guarded = await registerGuarded(service)
  await waitingReset(service, guarded)
  await pass(service, 80)
  await inviteTo(service, newEmail())

  const tokens = [token, guarded.accessToken, 'none']
  for (const [way, body] of [
    ['', { token }],
    ['/batch', { tokens }],
  ] as const)
    assert.equal((await post(service, `/auth/introspect${way}`, body, { token: key })).status, 200)
  assert.equal((await get(service, '/events?limit=500', key)).status, 200)

  for (const part of [
    '?email=plan',
    `?email=${proven.email}`,
    `/${proven.userId}`,
    `/${proven.userId}/events`,
  ])
    assert.equal((await ask('GET', `/users${part}`, undefined, service)).status, 200, part)
  assert.equal((await ask('GET', '/acts', undefined, service)).status, 200)
  await recordEvent(service.deps.db, { type: 'session.ended', userId: proven.userId })
  await Promise.all([readBacklog(service.deps.db), readFeedLag(service.deps.db)])
  assert.equal((await get(service, '/health/ready')).status, 200)

  const gone = await register(service)
  await send(service, 'DELETE', `/users/${gone.userId}`, { token: gone.accessToken })
  await shiftRows(service, 40 * 24 * 3_600)
  await runJobs(service.deps, jobs)
  await deliverDue(service.deps, channels)
  await service.deps.db.run(sql`
    insert into outbox (queue, channel, message, recipient, turn)
    values (${gone.userId}, 'mail', 'notice', '', 'waiting')`)
  await callForgotten(service.deps.db, 500)
}
