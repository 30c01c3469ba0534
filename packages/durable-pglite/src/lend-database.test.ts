import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDatabase } from '../test/folder.ts'
import { type Borrowed, type BorrowedRunner, borrowDatabase } from './borrow-database.ts'
import { lendDatabase } from './lend-database.ts'
import { lendingSocket, send } from './lent.ts'
import { openDurable } from './open-durable.ts'

const maxMs = 300
const folder = await newDatabase()
const db = await openDurable(folder)
await db.exec('create table things (n integer primary key, data bytea, at timestamptz)')
await db.lend()
after(db.close)

const borrowed = async (from = folder): Promise<Borrowed> => {
  const lent = await borrowDatabase(from)
  assert.ok(lent, 'nobody lends it')
  after(lent.close)
  return lent
}

let statements = 0
const ask = <Row>(runner: BorrowedRunner, text: string, values: unknown[] = []) =>
  runner.prepared<Row>({ name: `of the test ${statements++}`, text }, values).then(({ rows }) => rows)
const add = (runner: BorrowedRunner, n: number) =>
  ask(runner, 'insert into things (n) values ($1) returning n', [n])
const kept = async (...ns: number[]) => {
  const { rows } = await db.query<{ n: number }>('select n from things where n = any ($1) order by n', [ns])
  return rows.map(({ n }) => n)
}

test('values arrive as sent, and answers in the order of the queries', async () => {
  const lent = await borrowed()
  const values = [1, Buffer.from([0, 255]), new Date('2026-11-01T12:00:00.000Z')]
  const [written, read, wrong, last, long, short] = await Promise.allSettled([
    ask(lent, 'insert into things values ($1, $2, $3) returning n', values),
    ask<{ n: number; data: Uint8Array; at: Date }>(lent, 'select * from things where n = $1', [1]),
    add(lent, 1),
    ask(lent, 'select null as nothing, $1::text[] as texts', [['a', 'é "b"']]),
    ask<{ long: string }>(lent, `select repeat('ü', 1000000) as long`),
    ask(lent, 'select 1 as n'),
  ])
  assert.deepEqual(written, { status: 'fulfilled', value: [{ n: 1 }] })
  assert.ok(read.status === 'fulfilled' && read.value[0])
  assert.deepEqual(
    [read.value[0].n, Buffer.from(read.value[0].data), read.value[0].at],
    [1, values[1], values[2]],
  )
  assert.ok(wrong.status === 'rejected')
  assert.deepEqual([wrong.reason.code, wrong.reason.constraint], ['23505', 'things_pkey'])
  assert.deepEqual(last, { status: 'fulfilled', value: [{ nothing: null, texts: ['a', 'é "b"'] }] })
  assert.deepEqual(long, { status: 'fulfilled', value: [{ long: 'ü'.repeat(1_000_000) }] })
  assert.deepEqual(short, { status: 'fulfilled', value: [{ n: 1 }] })
})

test('a transaction is kept as a whole or not at all, and everybody else waits for it', async () => {
  const lent = await borrowed()
  const failing = lent.transaction(async (runner) => {
    await add(runner, 10)
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  const done: string[] = []
  const others: Promise<unknown>[] = []
  await lent.transaction(async (runner) => {
    await Promise.all([add(runner, 11), add(runner, 12)])
    for (const other of [db.query('select 1'), ask(lent, 'select 1')])
      others.push(other.then(() => done.push('other')))
    await sleep(50)
    await ask(runner, 'select 1')
    done.push('transaction')
  })
  await Promise.all(others)
  assert.deepEqual(done, ['transaction', 'other', 'other'])
  assert.deepEqual(await kept(10, 11, 12), [11, 12])
  await assert.rejects(
    lent.transaction((runner) => add(runner, 11)),
    { code: '23505' },
  )
})

test('a borrower that disconnects or idles in a transaction leaves nothing behind and blocks nobody', async (t) => {
  const impatient = await newDatabase()
  const own = await openDurable(impatient)
  const noticed: string[] = []
  const end = await lendDatabase(impatient, own, ({ message }) => noticed.push(message), maxMs)
  t.after(own.close)
  t.after(end)
  await own.exec('create table things (n integer)')
  const socket = connect(lendingSocket(impatient))
  send(socket, { act: 'begin' })
  send(socket, { act: 'exec', text: 'insert into things values (1)' })
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
  const lent = await borrowed(impatient)
  const idle = lent.transaction(async (runner) => {
    await runner.exec('insert into things values (2)')
    // ended by then, the database has gone on with this
    await own.exec('insert into things values (3)')
    await runner.exec('insert into things values (4)')
  })
  await assert.rejects(idle, { code: 'ECONNRESET' })
  assert.deepEqual(await ask(lent, 'select n from things'), [{ n: 3 }])
  assert.deepEqual(noticed, ['it kept a transaction for too long'])
})

test('a lending socket is for this user alone, and borrowers hear of the end', async () => {
  const other = await newDatabase()
  const own = await openDurable(other)
  assert.equal(await borrowDatabase(other), undefined)
  await own.lend()
  assert.equal((await stat(lendingSocket(other))).mode & 0o777, 0o600)
  const lent = await borrowed(other)
  await assert.rejects(
    lent.transaction(async (runner) => {
      await runner.exec('create table things (n integer)')
      await own.close()
      await runner.exec('select 1')
    }),
    { code: 'ECONNRESET' },
  )
  await assert.rejects(ask(lent, 'select 1'), { code: 'ECONNRESET' })
  await assert.rejects(
    lent.transaction(async () => {}),
    { code: 'ECONNRESET' },
  )
  assert.equal(await borrowDatabase(other), undefined)
})
