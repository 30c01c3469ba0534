import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { scopeOf } from './scope.ts'
import { query } from './sql.ts'

const failing = (message: string, code: string) => Object.assign(new Error(message), { code })
const aborted = failing('current transaction is aborted', '25P02')
const cause = failing('lock timeout', '55P03')

test('a transaction fails by its first failure, even if a consequence of it arrives sooner', async () => {
  const { runner, causeOf } = scopeOf({
    run: async ({ name }) => {
      if (name === 'first') await sleep(10)
      throw name === 'first' ? cause : aborted
    },
    script: async () => {},
  })
  const told = await Promise.allSettled([
    runner.run(query('first')`select 1`),
    runner.run(query('second')`select 1`),
  ])
  assert.deepEqual(
    told.map((each) => each.status === 'rejected' && causeOf(each.reason)),
    [cause, cause],
  )
})

test('two independent failures keep their own causes', async () => {
  const other = failing('too long', '22001')
  const { runner, causeOf } = scopeOf({
    run: async ({ name }) => {
      throw name === 'first' ? cause : other
    },
    script: async () => {},
  })
  for (const name of ['first', 'second'])
    await assert.rejects(runner.run(query(name)`select 1`), (error) => {
      assert.equal(causeOf(error), name === 'first' ? cause : other)
      return true
    })
})
