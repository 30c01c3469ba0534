import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Channel, ContentRejected, Undeliverable } from '../../src/messages/outbox/channel.ts'
import { deliverDue } from '../../src/messages/outbox/deliver.ts'
import { outbox } from '../../src/messages/outbox/index.ts'
import { mailChannel, mailOwner } from '../../src/messages/outbox/mail.ts'
import { takeDue } from '../../src/messages/outbox/queries/delivery.ts'
import { callForgotten, lineUp } from '../../src/messages/outbox/queries/line.ts'
import { insertRow, sweepOutbox } from '../../src/messages/outbox/queries/outbox.ts'
import { startOutbox } from '../../src/messages/outbox/work.ts'
import { seal } from '../../src/platform/crypto/seal.ts'
import type { Runner } from '../../src/platform/db/db.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { openParts } from '../support/parts.ts'
import { fillPool } from '../support/pools.ts'
import { countRows } from '../support/rows.ts'
import { isPostgres } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const { deps, logs } = await openParts()
const day = 86_400

/** Puts something into the outbox. */
const put = async (
  message: string,
  {
    queue = randomUUID(),
    recipient = 'ann@example.com',
    seconds,
  }: { queue?: string; recipient?: string; seconds?: number } = {},
) => {
  const row = { queue, userId: undefined, channel: 'test', message, recipient, detail: { told: 'a thing' } }
  await insertRow(deps.db, { ...row, sealed: Buffer.from('a secret'), ...(seconds && { seconds }) })
  return queue
}

/** A channel that writes down what came, and does what it is told to. */
const listen = (act: (message: string, times: number) => unknown = () => {}) => {
  const came: string[] = []
  const channel: Channel = async (_, { message }) => {
    came.push(message)
    await act(message, came.filter((other) => other === message).length)
    return `took ${message}`
  }
  return { came, channels: { test: channel } }
}

const rowsOf = (queue: string) =>
  many<{ message: string; outcome: string | null; attempts: number; waits: number; kept: boolean }>(
    deps.db,
    sql`
      select message, outcome, attempts, extract(epoch from due_at - now())::float8 as waits,
        sealed is not null or detail <> '{}' as kept
      from outbox
      where queue = ${queue}
      order by id`,
  )

const attemptsOf = (queue: string) =>
  many<{ attempt: number; outcome: string | null; answer: string | null }>(
    deps.db,
    sql`select attempt, outcome, answer from outbox_attempts where queue = ${queue} order by id, attempt`,
  )

test('a row is delivered once, and then only the fact is kept', async () => {
  const queue = await put('hello')
  const { came, channels } = listen()
  assert.equal(await deliverDue(deps, channels), 1)
  assert.equal(await deliverDue(deps, channels), 0)
  assert.deepEqual(came, ['hello'])
  const [row] = await rowsOf(queue)
  assert.deepEqual([row?.outcome, row?.attempts, row?.kept], ['delivered', 1, false])
  assert.deepEqual(await attemptsOf(queue), [{ attempt: 1, outcome: 'delivered', answer: 'took hello' }])
})

test('a rolled back row is never delivered', async () => {
  const before = (await countRows({ deps })).outbox
  const lost = deps.db.transaction(async (runner) => {
    const row = { queue: randomUUID(), userId: undefined, channel: 'test', message: 'lost', recipient: '' }
    await insertRow(runner, { ...row, detail: {}, sealed: undefined })
    throw new Error('changed its mind')
  })
  await assert.rejects(lost)
  assert.equal((await countRows({ deps })).outbox, before)
})

test('a recipient gets messages in order, and nobody else is delayed by that', async () => {
  const queue = await put('first')
  await put('second', { queue })
  await put('third', { queue })
  await put('to the other mailbox', { queue, recipient: 'old@example.com' })
  await put('to somebody else')
  const { came, channels } = listen((message, times) => {
    if (message === 'first' && times < 3) throw new Error('not now')
  })
  await deliverDue(deps, channels)
  assert.deepEqual(came.sort(), ['first', 'to somebody else', 'to the other mailbox'])
  for (let times = 0; times < 2; times++) {
    await shiftRows({ deps }, 120)
    await deliverDue(deps, channels)
  }
  assert.deepEqual(came.slice(3), ['first', 'first', 'second', 'third'])
})

test('nothing is locked and no transaction is open during a delivery', async () => {
  const queue = await put('slow')
  const { channels } = listen(async () => {
    // with a transaction open the embedded database would not answer, and the row could not be changed
    await deps.db.run(sql`update outbox set detail = '{}' where queue = ${queue}`)
    if (!isPostgres) return
    const [others] = await many<{ open: number }>(
      deps.db,
      sql`
        select count(*)::integer as open
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    )
    assert.equal(others?.open, 0)
  })
  await deliverDue(deps, channels)
  assert.equal((await rowsOf(queue))[0]?.outcome, 'delivered')
})

test('any number of simultaneous workers deliver each row once', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, (_, person) => put(`${person}-0`)))
  for (let n = 1; n < 5; n++) {
    for (const [person, queue] of people.entries()) await put(`${person}-${n}`, { queue })
  }
  const { came, channels } = listen(() => sleep(Math.random() * 5))
  // on a server each has a pool of its own, as processes have
  const dbs = isPostgres
    ? await Promise.all(Array.from({ length: 3 }, () => openDatabase(deps.config, () => {})))
    : [deps.db]
  if (isPostgres) await Promise.all(dbs.map(fillPool))
  const workers = Array.from({ length: 50 }, (_, n) => ({
    ...deps,
    db: dbs[n % dbs.length] as typeof deps.db,
  }))
  const told = await Promise.all(workers.map((worker) => deliverDue(worker, channels)))
  if (isPostgres) await Promise.all(dbs.map((db) => db.close()))
  // who found everything in hand left; the heads of queues that were freed meanwhile are for whoever looks next
  const rest = await deliverDue(deps, channels)
  assert.equal(told.reduce((sum, one) => sum + one, 0) + rest, 50)
  assert.equal(new Set(came).size, 50)
  for (let person = 0; person < 10; person++) {
    const own = came.filter((message) => message.startsWith(`${person}-`))
    assert.deepEqual(
      own,
      [0, 1, 2, 3, 4].map((n) => `${person}-${n}`),
    )
  }
})

test('failed deliveries are retried after growing pauses for three days, and each attempt is recorded', async () => {
  const startMs = performance.now()
  const queue = await put('never')
  const { came, channels } = listen((_, times) => {
    throw new Error(`no ${times}`)
  })
  const pauses: number[] = []
  let spent = 0
  let row = (await rowsOf(queue))[0]!
  while (row.outcome === null && pauses.length < 100) {
    await deliverDue(deps, channels)
    row = (await rowsOf(queue))[0]!
    if (row.outcome !== null) break
    pauses.push(row.waits)
    spent += row.waits
    await shiftRows({ deps }, row.waits + 1)
  }
  assert.ok(pauses.every((pause, index) => index === 0 || pause > (pauses[index - 1] ?? 0) * 0.8))
  assert.ok(pauses[0]! > 26 && pauses[0]! < 34)
  // the clock has moved by a second more than each pause, and by what this takes
  const passed = spent + pauses.length + (performance.now() - startMs) / 1_000
  assert.ok(passed > 3 * day && spent < 3.2 * day, `given up after ${passed / day} days`)
  assert.deepEqual([row.outcome, row.kept], ['expired', false])
  const attempts = await attemptsOf(queue)
  assert.equal(attempts.length, came.length + 1)
  assert.deepEqual(attempts[1], { attempt: 2, outcome: 'failed', answer: 'no 2' })
  assert.equal(attempts.at(-1)?.answer, 'not tried: too late')
  assert.ok(logs.some((line) => line.includes('will not be delivered')))
  assert.ok(!logs.some((line) => line.includes('ann@example.com')))
})

test('an expired message is not delivered', async () => {
  const queue = await put('a link that has expired', { seconds: 60 })
  const { came, channels } = listen()
  await shiftRows({ deps }, 61)
  await deliverDue(deps, channels)
  assert.deepEqual([came, (await rowsOf(queue))[0]?.outcome], [[], 'expired'])
})

test('a recipient that does not exist is not tried again', async () => {
  const queue = await put('to nobody')
  const { came, channels } = listen(() => {
    throw new Undeliverable('there is no such mailbox')
  })
  await deliverDue(deps, channels)
  await shiftRows({ deps }, day)
  await deliverDue(deps, channels)
  assert.deepEqual([came.length, (await rowsOf(queue))[0]?.outcome], [1, 'refused'])
})

test('a delivery whose worker died is repeated after half a minute, not before', async () => {
  const queue = await put('left behind')
  const dying = listen(() => new Promise(() => {}))
  void deliverDue(deps, dying.channels, () => dying.came.length === 0)
  while (dying.came.length === 0) await sleep(5)
  const { came, channels } = listen()
  await shiftRows({ deps }, 25)
  assert.equal(await deliverDue(deps, channels), 0)
  await shiftRows({ deps }, 6)
  assert.equal(await deliverDue(deps, channels), 1)
  assert.deepEqual(came, ['left behind'])
  assert.deepEqual(await attemptsOf(queue), [
    { attempt: 1, outcome: null, answer: null },
    { attempt: 2, outcome: 'delivered', answer: 'took left behind' },
  ])
})

test('a worker that lost its lease may only report a delivery', async () => {
  for (const isTold of [false, true]) {
    const queue = await put('slow')
    const { promise: awoken, resolve: awake } = Promise.withResolvers<void>()
    const sleeper = listen(async () => {
      await awoken
      if (!isTold) throw new Error('too late')
    })
    const sleeping = deliverDue(deps, sleeper.channels, () => sleeper.came.length === 0)
    while (sleeper.came.length === 0) await sleep(5)
    await shiftRows({ deps }, 31)
    const other = listen(async () => {
      awake()
      await sleeping
      throw new Error('busy')
    })
    await deliverDue(deps, other.channels)
    const [row] = await rowsOf(queue)
    assert.equal(row?.outcome, isTold ? 'delivered' : null)
    assert.deepEqual(
      (await attemptsOf(queue)).map(({ outcome }) => outcome),
      [isTold ? 'delivered' : 'failed', 'failed'],
    )
    await deps.db.run(sql`delete from outbox where queue = ${queue}`)
  }
})

test('a row of an unknown channel waits for a process that knows it', async () => {
  const queue = await put('from the future')
  await deliverDue(deps, {})
  assert.deepEqual((await attemptsOf(queue))[0]?.answer, 'this program does not know the channel')
  await shiftRows({ deps }, 60)
  const { came, channels } = listen()
  await deliverDue(deps, channels)
  assert.deepEqual(came, ['from the future'])
})

test('a worker finds due rows by itself, and stopping waits for pending deliveries', async () => {
  const queue = await put('under way')
  let isDone = false
  const { came, channels } = listen(async () => {
    await sleep(300)
    isDone = true
  })
  const stop = startOutbox(deps, channels)
  while (came.length === 0) await sleep(5)
  await put('next', { queue })
  await stop()
  assert.ok(isDone)
  assert.deepEqual(
    (await rowsOf(queue)).map(({ outcome }) => outcome),
    ['delivered', null],
  )
  await deps.db.run(sql`delete from outbox where queue = ${queue}`)
})

test('finished rows are deleted after a week, and others stay', async () => {
  await deps.db.run(sql`delete from outbox`)
  for (const message of ['a', 'b', 'c']) await put(message)
  await deliverDue(deps, listen().channels)
  await put('still to be told')
  await shiftRows({ deps }, 7 * day - 60)
  assert.equal(await sweepOutbox(deps.db, 500), 0)
  await shiftRows({ deps }, 120)
  assert.equal(await sweepOutbox(deps.db, 500), 3)
  assert.equal((await countRows({ deps })).outbox, 1)
  assert.deepEqual(await deps.db.run(sql`select from outbox_attempts`), [])
})

test('a message refused for its content steps aside and is retried on its own', async () => {
  const queue = await put('disliked')
  await put('after it', { queue })
  const { came, channels } = listen((message, times) => {
    if (message === 'disliked' && times === 1) throw new ContentRejected('spam, I think')
  })
  await deliverDue(deps, channels)
  assert.deepEqual(came, ['disliked', 'after it'])
  await shiftRows({ deps }, 60)
  await deliverDue(deps, channels)
  assert.deepEqual(came, ['disliked', 'after it', 'disliked'])
  assert.deepEqual(
    (await rowsOf(queue)).map(({ outcome }) => outcome),
    ['delivered', 'delivered'],
  )
})

test('a message without a user keeps not even its address afterwards', async () => {
  const queue = await put('expired', { seconds: 1, recipient: 'nobody@example.com' })
  await shiftRows({ deps }, 2)
  await deliverDue(deps, listen().channels)
  const [row] = await many<{ recipient: string }>(
    deps.db,
    sql`select recipient from outbox where queue = ${queue}`,
  )
  assert.equal(row?.recipient, '')
})

/** Puts so many things for one recipient into one queue at once. */
const putMany = (message: string, count: number, queue = randomUUID()) =>
  deps.db.run(sql`
    insert into outbox (queue, channel, message, recipient)
    select ${queue}, 'test', ${message}, 'ann@example.com'
    from generate_series(1, ${count}::integer)`)

test('claiming due rows costs the same however long a queue is', async () => {
  await deps.db.run(sql`delete from outbox`)
  const queue = randomUUID()
  await putMany('told', 2_000, queue)
  await deps.db.run(sql`update outbox set ended_at = now(), outcome = 'delivered'`)
  await putMany('to be told', 2_000, queue)
  await put('of somebody else')
  while ((await lineUp(deps.db, 500)) > 0);
  const blocks: number[] = []
  const explaining: Pick<Runner, 'run'> = {
    run: async ({ parts: [head, ...rest], values }) => {
      const name = 'explain'
      const parts = [`explain (analyze, buffers, format json) ${head}`, ...rest]
      const [row] = (await deps.db.run({ name, parts, values })) as { 'QUERY PLAN': [{ Plan: object }] }[]
      blocks.push(Object(row?.['QUERY PLAN'][0].Plan)['Shared Hit Blocks'])
      return []
    },
  }
  await takeDue({ ...deps.db, ...explaining }, { batch: 10, leaseSeconds: 30, stepsAside: false })
  assert.ok(blocks[0]! < 500, `${blocks} blocks were looked at`)
  await deps.db.run(sql`delete from outbox`)
})

test('a long queue, waiting or refused for its content, delays nobody', async () => {
  await putMany('of the long queue', 600)
  await put('behind the long queue')
  const { came, channels } = listen()
  await deliverDue(deps, channels, () => came.length < 20)
  assert.ok(came.slice(0, 3).includes('behind the long queue'), came.join())
  await deps.db.run(sql`update outbox set steps_aside = true, turn = 'next' where ended_at is null`)
  await put('behind the refused')
  came.length = 0
  await deliverDue(deps, channels, () => came.length < 20)
  assert.ok(came.slice(0, 11).includes('behind the refused'), came.join())
  await deps.db.run(sql`delete from outbox`)
})

test('a row left behind by a killed worker is found by a job', async () => {
  const queue = await put('deleted by hand')
  await put('after it', { queue })
  await put('after that', { queue })
  await lineUp(deps.db, 500)
  await deps.db.run(sql`delete from outbox where queue = ${queue} and message = 'deleted by hand'`)
  const { came, channels } = listen()
  assert.equal(await deliverDue(deps, channels), 0)
  assert.equal(await callForgotten(deps.db, 500), 1)
  assert.equal(await callForgotten(deps.db, 500), 0)
  await deliverDue(deps, channels)
  assert.deepEqual(came, ['after it', 'after that'])
})

test('after a clock went back, earlier and later messages are all sent', async () => {
  const tried = await put('tried')
  await put('refused')
  await deliverDue(deps, listen(fail).channels)
  const written = await put('written')
  await shiftRows({ deps }, -30 * day)
  await put('after the tried', { queue: tried })
  await put('after the written', { queue: written })
  const { came, channels } = listen()
  assert.equal(await deliverDue(deps, channels), 0)
  await runJobs(deps, outbox.jobs)
  await deliverDue(deps, channels)
  assert.deepEqual(came.sort(), ['after the tried', 'after the written', 'refused', 'tried', 'written'])
})

const fail = (message: string) => {
  throw message === 'refused' ? new ContentRejected('not this one') : new Error('not now')
}

test('a row that arrives as the previous one ends is delivered, and in order', async () => {
  const queues = Array.from({ length: 5 }, () => randomUUID())
  const { came, channels } = listen(() => sleep(Math.random() * 3))
  const other = isPostgres ? await openDatabase(deps.config, () => {}) : deps.db
  let isWriting = true
  const workers = [deps.db, other].map(async (db) => {
    // the embedded database answers without the event loop
    for (; isWriting; await sleep(1)) await deliverDue({ ...deps, db }, channels)
  })
  for (let n = 0; n < 50; n++) {
    await Promise.all(queues.map((queue, index) => put(`${index}-${n}`, { queue })))
    await sleep(Math.random() * 4)
  }
  isWriting = false
  await Promise.all(workers)
  // a worker that found everything in hand has left
  for (; (await deliverDue(deps, channels)) > 0; await sleep(1));
  for (const index of queues.keys()) {
    const own = came.filter((message) => message.startsWith(`${index}-`))
    assert.deepEqual(
      own,
      Array.from({ length: 50 }, (_, n) => `${index}-${n}`),
    )
  }
  if (isPostgres) await other.close()
})

test('a tampered email is given up at once and delays no other', async () => {
  const queue = randomUUID()
  const sealed = seal(deps.keys, Buffer.from('{}'), mailOwner(queue))
  sealed[sealed.length - 1]! ^= 1
  const row = { queue, userId: undefined, message: 'notice', recipient: 'ann@example.com' }
  const notice = { notice: 'password-changed', ip: null }
  await insertRow(deps.db, { ...row, channel: 'mail', detail: notice, sealed })
  await put('after it', { queue })
  const { came, channels } = listen()
  await deliverDue(deps, { ...channels, mail: mailChannel })
  assert.deepEqual(came, ['after it'])
  assert.equal((await rowsOf(queue))[0]?.outcome, 'refused')
})
