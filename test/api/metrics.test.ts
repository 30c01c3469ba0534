import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser } from '../support/browser.ts'
import { get, post, send } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { countedWhile, type Scrape, scrape, since } from '../support/scrape.ts'
import { answerChallenge, challengeFor, registerGuarded, wrongCode } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { timed } from '../support/timed.ts'
import { visitorsOf } from '../support/visitors.ts'

const service = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0', REGISTRATIONS_PER_HOUR: '0' })
const { press, visitorOf, guardedVisitorOf } = visitorsOf(service)

const addedBy = (name: string, label: string, act: () => Promise<unknown>) =>
  countedWhile(service, `${name} ${label}`, act)

test('a scrape is in Prometheus’s format, and every metric has a description', async () => {
  await register(service)
  const { text, samples, types } = await scrape(service)
  for (const [name, type] of types) {
    assert.match(name, /^sallyport_[a-z_]+$/)
    assert.equal(text.split(`# TYPE ${name} ${type}\n`).length, 2, name)
    assert.match(text, new RegExp(`^# HELP ${name} .+\\.\\n# TYPE ${name} `, 'm'))
    assert.equal(name.endsWith('_total'), type === 'counter', name)
  }
  for (const { name } of samples)
    assert.ok(types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, '')), name)
  for (const { name, labels } of samples.filter(({ name }) => name.endsWith('_bucket'))) {
    const { le: _, ...others } = labels
    const same = samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(others).every(([label, value]) => sample.labels[label] === value),
    )
    const counts = same.map(({ value }) => value)
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => one - other),
    )
    assert.equal(same.at(-1)?.labels.le, '+Inf')
  }
})

test('metrics are on the operators’ port, and on no other', async () => {
  assert.equal((await get(service, '/metrics')).status, 404)
  const without = await startTestService()
  assert.equal((await get(without, '/metrics')).status, 404)
  const at = { address: service.adminAddress }
  assert.equal((await send(at, 'HEAD', '/metrics')).status, 200)
  const posted = await post(at, '/metrics')
  assert.equal(posted.status, 405)
  assert.equal(posted.headers.get('allow'), 'GET, HEAD')
  assert.equal((await get(at, '/metrics/')).status, 404)
  const { text } = await get(at, '/metrics')
  assert.doesNotMatch(text.replace(/^sallyport_db_server.*$/m, ''), /[0-9a-f]{8}-[0-9a-f]{4}|@|127\.0\.0\.1/)
})

test('requests are counted by route', async () => {
  const person = await register(service)
  const before = await scrape(service)
  await get(service, `/users/${person.userId}`, person.accessToken)
  await get(service, `/users/${person.userId}`)
  await get(service, `/nothing/${person.userId}`)
  await send(service, 'HEAD', '/health/live')
  await send(service, 'DELETE', '/health/live')
  const after = await scrape(service)
  const count = (labels: Record<string, string>) => since(before, after, 'http_requests_total', labels)
  assert.equal(count({ route: '/users/:id', method: 'GET', status: '200' }), 1)
  assert.equal(count({ route: '/users/:id', method: 'GET', status: '401' }), 1)
  assert.equal(count({ route: 'none', method: 'GET', status: '404' }), 1)
  assert.equal(count({ route: '/health/live', method: 'GET', status: '200' }), 1)
  assert.equal(count({ route: 'none', method: 'DELETE', status: '405' }), 1)
  assert.equal(since(before, after, 'http_request_seconds_count', { route: '/users/:id' }), 2)
  assert.ok(since(before, after, 'http_request_seconds_sum', { route: '/users/:id' }) > 0)
  assert.ok(since(before, after, 'db_batch_size_count') > 0)
})

test('sign-ins are counted by outcome, on the API and on the pages', async () => {
  const [person, guarded] = [await register(service), await registerGuarded(service)]
  const wrong = { ...person, password: 'something else' }
  assert.deepEqual(
    await addedBy('sign_ins_total', 'outcome', async () => {
      tokensOf(await signIn(service, person))
      await signIn(service, wrong)
      await signIn(service, { ...wrong, email: newEmail() })
      await signIn(service, guarded)
      // not even an attempt
      await post(service, '/auth/token', { grant_type: 'password', email: person.email })
    }),
    { done: 1, invalid_credentials: 2, two_factor_required: 1 },
  )
  assert.deepEqual(
    await addedBy('sign_ins_total', 'outcome', async () => {
      const browser = await visitorOf(person)
      await press(browser, '/sign-in', wrong)
      await press(browser, '/sign-in', { email: guarded.email, password: guarded.password })
    }),
    { done: 1, invalid_credentials: 1, two_factor_required: 1 },
  )
  assert.deepEqual(await addedBy('sign_ins_total', 'grant', () => exchange(service, 'no code')), {
    oauth_code: 1,
  })
})

test('second steps are counted by method and outcome', async () => {
  const guarded = await registerGuarded(service)
  const [first, second] = [await challengeFor(service, guarded), await challengeFor(service, guarded)]
  assert.deepEqual(
    await addedBy('second_steps_total', 'outcome', async () => {
      await answerChallenge(service, first, wrongCode(guarded))
      tokensOf(await answerChallenge(service, first, guarded.code()))
      await answerChallenge(service, first, guarded.code(1))
      tokensOf(await answerChallenge(service, second, guarded.backup.pop()!, 'backup_code'))
      await guardedVisitorOf(guarded)
    }),
    { done: 3, wrong_code: 1, invalid_challenge: 1 },
  )
  assert.deepEqual(await addedBy('second_steps_total', 'method', () => guardedVisitorOf(guarded)), {
    backup_code: 1,
  })
})

test('refreshes are counted, and a stolen token stands out', async () => {
  const { refreshToken, accessToken } = await register(service)
  assert.deepEqual(
    await addedBy('refreshes_total', 'outcome', async () => {
      const first = tokensOf(await refresh(service, refreshToken))
      assert.deepEqual(tokensOf(await refresh(service, refreshToken)), first)
      const next = tokensOf(await refresh(service, first.refreshToken))
      assert.equal((await refresh(service, refreshToken)).status, 401)
      assert.equal((await refresh(service, next.refreshToken)).status, 401)
      assert.equal((await refresh(service, accessToken)).status, 401)
    }),
    { rotated: 2, repeated: 1, reuse: 1, dead: 2 },
  )
})

test('registrations are counted by outcome', async () => {
  const email = newEmail()
  const password = 'a password of the tests'
  assert.deepEqual(
    await addedBy('registrations_total', 'outcome', async () => {
      tokensOf(await tryToRegister(service, { email, password }), 201)
      await tryToRegister(service, { email, password })
      await press(newBrowser(), '/register', {
        email: newEmail(),
        password,
        passwordConfirmation: password,
      })
    }),
    { done: 2, 'database.unique': 1 },
  )
})

test('refusals by a limit are counted by its name', async () => {
  const person = await register(service)
  const wrong = { ...person, password: 'something else' }
  const before = await scrape(service)
  let refused = 0
  for (let tries = 0; tries < 14; tries++) if ((await signIn(service, wrong)).status === 429) refused++
  const after = await scrape(service)
  assert.ok(refused > 0)
  assert.equal(since(before, after, 'limits_refused_total', { limit: 'password' }), refused)
  assert.equal(since(before, after, 'limits_refused_total'), refused)
  assert.equal(since(before, after, 'sign_ins_total', { outcome: 'too_many_attempts' }), refused)
})

test('hashes, statements and the process are measured', async () => {
  const before = await scrape(service)
  const person = await register(service)
  await signIn(service, person)
  const after = await scrape(service)
  assert.equal(since(before, after, 'password_hash_seconds_count'), 2)
  assert.ok(since(before, after, 'password_hash_seconds_sum') > 0)
  assert.equal(after.sum('password_hash_waiting'), 0)
  assert.equal(since(before, after, 'db_statement_seconds_count', { name: 'findPasswordAccount' }), 1)
  assert.ok(after.sum('process_resident_memory_bytes')! > 2 ** 24)
  assert.ok(after.sum('event_loop_delay_seconds', { percentile: '99' })! < 10)
  assert.equal(after.sum('build_info'), 1)
  assert.ok(Math.abs(after.sum('process_start_time_seconds')! - Date.now() / 1_000) < 3_600)
  for (const { labels, value } of after.samples.filter(({ name }) => name.includes('jobs_last')))
    assert.ok(Date.now() / 1_000 - value < 600, JSON.stringify(labels))
})

test('the database is queried once, however many scrape', async () => {
  const other = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0' })
  await Promise.all(Array.from({ length: 5 }, () => scrape(other)))
  const { sum } = await scrape(other)
  assert.equal(sum('db_up'), 1)
  assert.equal(sum('outbox_due'), 0)
  assert.equal(sum('db_statement_seconds_count', { name: 'readBacklog' }), 1)
})

test('each service has its own counts', async () => {
  const other = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0' })
  const before = await scrape(other)
  await register(service)
  assert.equal(since(before, await scrape(other), 'registrations_total'), 0)
})

test('a blocked database query holds up no scrape', async () => {
  const other = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0' })
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const holding = other.deps.db.transaction(async (runner) => {
    await runner.run(sql`lock table outbox in access exclusive mode`)
    hold()
    await isOver
  })
  await isHeld
  const scrapes: Scrape[] = []
  const scrapeTwice = async () => void scrapes.push(...(await Promise.all([scrape(other), scrape(other)])))
  assert.ok((await timed(scrapeTwice).finally(end)) < 1_500)
  for (const { sum } of scrapes) {
    assert.equal(sum('db_up'), 0)
    assert.equal(sum('outbox_due'), undefined)
  }
  await holding
})
