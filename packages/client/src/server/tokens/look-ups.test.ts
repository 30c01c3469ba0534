import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { newLookUps } from './look-ups.ts'

/** Remembers what was asked, and answers with the tokens themselves. */
const start = (answer = async (tokens: string[]) => tokens) => {
  const asked: string[][] = []
  const lookUp = newLookUps((tokens) => {
    asked.push(tokens)
    return answer(tokens)
  })
  return { asked, lookUp }
}

const named = (count: number) => Array.from({ length: count }, (_, nth) => `token ${nth}`)

test('look-ups of one turn share a call, each token once, and every caller gets their own answer', async () => {
  const { asked, lookUp } = start()
  const first = ['a', 'b', 'a'].map(lookUp)
  // as for a request that arrived together with these, and was read after them
  await Promise.resolve()
  const answers = await Promise.all([...first, lookUp('c')])
  assert.deepEqual(answers, ['a', 'b', 'a', 'c'])
  assert.deepEqual(asked, [['a', 'b', 'c']])
})

test('look-ups of the next turn do not wait for the answer', async () => {
  const { asked, lookUp } = start(() => new Promise(() => {}))
  for (const token of ['a', 'b']) {
    void lookUp(token)
    await endOfTurn()
    await endOfTurn()
  }
  assert.deepEqual(asked, [['a'], ['b']])
})

test('a call carries at most a hundred tokens', async () => {
  const { asked, lookUp } = start()
  assert.deepEqual(await Promise.all(named(250).map(lookUp)), named(250))
  assert.deepEqual(
    asked.map(({ length }) => length),
    [100, 100, 50],
  )
})

test('a failing call affects no other call', async () => {
  const { lookUp } = start(async (tokens) => {
    if (tokens.includes('token 0')) throw new Error('no answer')
    return tokens
  })
  const ends = await Promise.allSettled(named(101).map(lookUp))
  assert.equal(ends.filter(({ status }) => status === 'rejected').length, 100)
  assert.equal(ends[100]?.status, 'fulfilled')
})

test('long tokens, which strangers send, never make a call longer than the service accepts', async () => {
  const { asked, lookUp } = start()
  const long = ['x', 'y', 'z'].map((letter) => letter.repeat(8_000))
  const tokens = [...named(90), ...long, 'last']
  assert.deepEqual(await Promise.all(tokens.map(lookUp)), tokens)
  assert.deepEqual(
    asked.map(({ length }) => length),
    [91, 1, 2],
  )
  for (const part of asked) assert.ok(JSON.stringify({ tokens: part }).length < 16_384)
})
