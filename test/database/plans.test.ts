import assert from 'node:assert/strict'
import { feedEvents } from '../../src/accounts/events/feed.ts'
import { sweepEvents } from '../../src/accounts/events/forget.ts'
import { recordLock } from '../../src/accounts/events/lock.ts'
import { readFeedLag } from '../../src/accounts/events/queries/feed-lag.ts'
import { buildApp } from '../../src/app.ts'
import { eraseAccount, sweepDeparted } from '../../src/flows/account/closing/erase.ts'
import { listEventsOf } from '../../src/flows/account/list-events.ts'
import { listOwnMails } from '../../src/flows/account/list-mails.ts'
import { showOverview } from '../../src/flows/overview/show-overview.ts'
import { readBacklog } from '../../src/messages/outbox/queries/backlog.ts'
import { bringForward, takeDue } from '../../src/messages/outbox/queries/delivery.ts'
import { callNext, lineUp } from '../../src/messages/outbox/queries/line.ts'
import { sweepOutbox } from '../../src/messages/outbox/queries/outbox.ts'
import type { Db, Runner } from '../../src/platform/db/db.ts'
import { prepared, type Statement } from '../../src/platform/db/sql.ts'
import { post, send } from '../support/http.ts'
import { startTestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { first, sql } from '../support/sql.ts'
import { testUnlessCitus } from '../support/unless-citus.ts'

const service = await startTestService()
const password = 'correct horse battery'

testUnlessCitus('no hot path scans a table, however many users and sessions there are', async () => {
  const plans: string[] = []
  const app = await buildApp({ ...service.deps, db: explaining(service.deps.db, plans) })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  // last: the jobs that then have much to do share a thread with the embedded database
  await fill(service.deps.db)
  try {
    const body = { email: 'plan@example.com', password, passwordConfirmation: password }
    const registered = await post({ address }, '/auth/register', body)
    const signedIn = await post({ address }, '/auth/token', {
      grant_type: 'password',
      email: body.email,
      password,
    })
    const refreshed = await post({ address }, '/auth/token', {
      grant_type: 'refresh_token',
      token: signedIn.body.refreshToken.token,
    })
    const token = refreshed.body.accessToken.token
    const me = await send({ address }, 'GET', '/users/me', { token })
    const listed = await send({ address }, 'GET', `/users/${me.body.id}/sessions`, { token })
    const out = await send({ address }, 'POST', '/auth/logout', { token })
    const { id, key } = await newServiceKey(service, { scopes: ['users:read', 'acts:read'] })
    const read = (path: string) => send({ address }, 'GET', `/admin${path}`, { token: key })
    const found = [
      await read('/users?email=plan'),
      await read('/users?email=plan@example.com'),
      await read(`/users/${me.body.id}`),
      await read('/users?registeredAfter=2020-01-01'),
      await read('/users?status=blocked'),
      await read('/users?status=closing'),
      await read('/users?status=unconfirmed'),
      await read('/users?status=unconfirmed&registeredBefore=2020-01-01'),
      await read('/users?status=without-second-factor'),
      await read('/events'),
      await read('/events?type=session.opened'),
      await read('/events?network=10.0.0.1&type=session.opened&after=2020-01-01'),
      await read('/events?network=2001:db8::/64'),
      await read('/mails?state=given-up'),
      await read('/acts'),
      await read(`/acts?key=${id}`),
    ]
    const statuses = [registered, signedIn, refreshed, me, listed, out, ...found].map(({ status }) => status)
    assert.deepEqual(statuses, [201, 200, 200, 200, 200, 204, ...found.map(() => 200)])
  } finally {
    await app.close()
  }
  assert.ok(plans.length >= 8, `only ${plans.length} statements were seen`)
  for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan/, plan)
})

testUnlessCitus('nothing that is delivered, swept, forgotten or exported scans a table', async () => {
  const plans: string[] = []
  const deps = { ...service.deps, db: explaining(service.deps.db, plans) }
  const { userId } = (await first<{ userId: string }>(
    deps.db,
    sql`select user_id as "userId" from emails order by canonical limit 1`,
  ))!
  const stranger = { address: '10.0.0.1', userAgent: undefined }
  await recordLock(deps.db, { type: 'account.locked', userId, shut: undefined }, stranger)
  await feedEvents(deps.db, 50, deps)
  await lineUp(deps.db, 500)
  await takeDue(deps.db, { batch: 10, leaseSeconds: 30, stepsAside: false })
  await takeDue(deps.db, { batch: 10, leaseSeconds: 30, stepsAside: true })
  await bringForward(deps.db, 500)
  await callNext(deps.db, { queue: userId, id: '1', recipient: '' })
  await listEventsOf(deps, userId, {})
  await listOwnMails(deps, userId, {})
  await showOverview(deps)
  await eraseAccount(deps.db, userId)
  await sweepDeparted(deps.db, 500, deps)
  await sweepEvents(deps.db, 500, deps)
  await sweepOutbox(deps.db, 500)
  await readBacklog(deps.db)
  await readFeedLag(deps.db)
  assert.ok(plans.length >= 16, `only ${plans.length} statements were seen`)
  for (const plan of plans)
    assert.doesNotMatch(plan, /Seq Scan on (outbox|events|emails|users|account|unfed)/, plan)
})

/** The same database, and the plan of every statement that it runs. */
const explaining = (db: Db, plans: string[]): Db => {
  const on = (runner: Runner): Runner => ({
    ...runner,
    run: async (statement) => {
      plans.push(await planOf(runner, statement))
      return runner.run(statement)
    },
  })
  return { ...on(db), transaction: (work) => db.transaction((runner) => work(on(runner))), close: db.close }
}

const planOf = async (runner: Runner, statement: Statement) => {
  const [head = '', ...rest] = statement.parts
  const rows = await runner.run({
    name: 'a test',
    parts: [`explain ${head}`, ...rest],
    values: statement.values,
  })
  return `${prepared(statement).text}\n${rows.map((row) => Object.values(row as object)[0]).join('\n')}`
}

const fill = async (db: Db) => {
  await db.run(sql`insert into users (id) select gen_random_uuid() from generate_series(1, 1000)`)
  await db.run(
    sql`insert into emails (canonical, user_id, typed) select id || '@example.com', id, id || '@example.com' from users`,
  )
  await db.run(sql`insert into passwords (user_id, phc, pepper_id) select id, '$', '' from users`)
  await db.run(sql`
    insert into sessions (user_id, id, seed, methods, address, access_ends_at, refresh_ends_at, ends_at)
    select id, gen_random_uuid(), sha256(id::text::bytea), '{password}', '10.0.0.1', now(), now() + interval '1 day', now() + interval '1 day'
    from users, generate_series(1, 4)`)
  await db.run(sql`
    insert into totp_factors (user_id, id, name, sealed_secret, last_step) select id, id, '', '', 0 from users order by id limit 2500`)
  await db.run(sql`
    insert into passkeys (user_id, credential_id, id, public_key, algorithm, sign_count, transports, aaguid, name,
      is_backup_eligible, is_backed_up, signs_in, is_discoverable, second_factor_since)
    select id, sha256(id::text::bytea), id, '', -7, 0, '{}', id, '', true, true, true, true, now() from users`)
  await db.run(sql`
    insert into backup_codes (user_id, digest)
    select user_id, sha256(n::text::bytea) from totp_factors, generate_series(1, 10) as n`)
  await db.run(sql`insert into known_addresses (user_id, address) select id, '10.0.0.1' from users`)
  await db.run(sql`
    insert into outbox (queue, user_id, channel, message, recipient) select id, id, 'mail', 'notice', '' from users`)
  await db.run(sql`insert into account_deletions (user_id, due_at) select id, now() from users`)
  await db.run(sql`insert into events (user_id, type, outcome) select id, 'x', 'success' from users`)
  await db.run(sql`
    insert into attempts (subject, kind, count, since, last_at)
    select gen_random_uuid(), 'password', 1, now(), now() from generate_series(1, 1000)`)
  await db.run(sql`insert into identities (provider, subject, user_id) select 'acme', id, id from users`)
  await db.run(
    sql`insert into invitations (user_id, expires_at) select id, now() + interval '1 day' from users`,
  )
  await db.run(sql`
    insert into service_keys (id, digest, name, scopes, networks, expires_at)
    select gen_random_uuid(), '', '', '{}', '{}', now() from generate_series(1, 1000)`)
  await db.script('analyze')
}
