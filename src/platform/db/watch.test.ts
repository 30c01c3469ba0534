import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newLog } from '../log.ts'
import type { Db, Runner } from './db.ts'
import { translated } from './failures.ts'
import { query } from './sql.ts'
import { watchDatabase } from './watch.ts'

/** A database that works until it is told otherwise. */
const breakable = () => {
  const state: { fault?: Error } = {}
  const answer = async () => {
    await sleep(1)
    if (state.fault) throw translated(state.fault, true)
    return []
  }
  const db: Db = {
    run: answer,
    script: async () => void (await answer()),
    transaction: (work) => work(db),
    close: async () => {},
  }
  const lines: string[] = []
  const log = newLog('info', { write: (line: string) => lines.push(JSON.parse(line).msg.split(':')[0]) })
  let checks = 0
  const check = async (runner: Runner) => {
    checks++
    await runner.run(query('a test')`select 1`)
  }
  const watch = watchDatabase(db, check, log)
  return { ...watch, state, lines, checks: () => checks }
}

const failure = (code: string) => Object.assign(new Error('broken'), { code })

test('however many ask, readiness is checked once and trusted for a while', async () => {
  const { ready, checks, db } = breakable()
  await Promise.all(Array.from({ length: 50 }, ready))
  await ready()
  assert.equal(checks(), 1)
  await db.close()
})

test('a success is no longer trusted once something has failed', async () => {
  const { ready, state, db } = breakable()
  await ready()
  state.fault = failure('28P01')
  await assert.rejects(db.run(query('a test')`select 1`))
  await assert.rejects(ready(), { status: 503 })
  await db.close()
})

test('an outage is one line when it begins and one when it ends, however much fails in it', async () => {
  const codes = ['ECONNREFUSED', '57P01', '28P01', '3D000', '42501', '25006', '53100', '58030', 'XX001']
  await Promise.all(
    codes.map(async (code) => {
      const { db, state, lines } = breakable()
      state.fault = failure(code)
      for (let times = 0; times < 20; times++)
        await assert.rejects(db.run(query('a test')`select 1`), { status: 503 })
      delete state.fault
      for (const deadline = Date.now() + 10_000; lines.length < 2 && Date.now() < deadline; ) await sleep(20)
      assert.deepEqual(lines, ['the database cannot be used', 'the database can be used again'])
      await db.close()
    }),
  )
})

test('an outage of one server of several hides none of the database, and ends by itself', async () => {
  const { db, state, lines } = breakable()
  const ofWorker = Object.assign(failure('08006'), {
    severity: 'ERROR',
    message: 'connection to the remote node failed',
  })
  for (const fault of [ofWorker, failure('ECONNREFUSED')]) {
    state.fault = fault
    await assert.rejects(db.run(query('a test')`select 1`), { status: 503 })
  }
  delete state.fault
  for (const deadline = Date.now() + 10_000; lines.length < 4 && Date.now() < deadline; ) await sleep(20)
  assert.deepEqual(lines.slice(0, 2), [
    'a part of the database cannot be used',
    'the database cannot be used',
  ])
  assert.deepEqual(lines.slice(2).sort(), [
    'a part of the database can be used again',
    'the database can be used again',
  ])
  await db.close()
})

test('neither a lock, a slow statement nor a bug is an outage', async () => {
  const { db, state, lines } = breakable()
  for (const code of ['55P03', '57014', '40P01', '42601', '22P02']) {
    state.fault = failure(code)
    await assert.rejects(db.run(query('a test')`select 1`))
  }
  assert.deepEqual(lines, [])
  await db.close()
})

test('a full disk is not ready, even if small writes still fit', async () => {
  const { db, ready, state } = breakable()
  state.fault = failure('53100')
  await assert.rejects(db.run(query('a test')`select 1`))
  delete state.fault
  await assert.rejects(ready(), { status: 503 })
  await db.close()
})
