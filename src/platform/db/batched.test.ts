import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { batched } from './batched.ts'
import type { Runner } from './db.ts'
import { query } from './sql.ts'

/** Until whatever waits for others has been asked. */
const asking = async () => {
  for (let turns = 0; turns < 6; turns++) await turn()
}

/** A runner that answers when it is told to, and knows what it was asked. */
const slowRunner = () => {
  const asked: { keys: number[]; answer(rows: unknown[]): void; fail(error: Error): void }[] = []
  const runner: Runner = {
    script: async () => {},
    run: ({ values }) =>
      new Promise((answer, fail) => {
        asked.push({ keys: values[0] as number[], answer: (rows) => answer(rows as never), fail })
      }),
  }
  return { runner, asked }
}

const square = batched<number, { square: number }>((keys) => query('square')`select ${[...keys]}`)
const squares = (keys: number[]) => keys.map((key, index) => ({ n: index + 1, square: key * key }))

test('questions that arrive together are one statement, and each asker gets their own answer', async () => {
  const { runner, asked } = slowRunner()
  const answers = [3, 5, 4].map((key) => square(runner, key))
  await asking()
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[3, 5, 4]],
  )
  // in any order, and one without an answer
  asked[0]?.answer(
    squares([3, 5, 4])
      .filter(({ square }) => square !== 25)
      .reverse(),
  )
  assert.deepEqual(
    (await Promise.all(answers)).map((row) => row?.square),
    [9, undefined, 16],
  )
})

test('a crowd arriving over several turns shares a statement, and a lone question never waits', async () => {
  const { runner, asked } = slowRunner()
  const answers = [square(runner, 1)]
  await turn()
  await turn()
  assert.deepEqual(asked[0]?.keys, [1])
  for (const key of [2, 3, 4]) {
    answers.push(square(runner, key))
    if (key < 4) await turn()
  }
  await asking()
  assert.deepEqual(asked[1]?.keys, [2, 3, 4])
  for (const { keys, answer } of asked) answer(squares(keys))
  await Promise.all(answers)
})

test('on several servers each question is sent alone, eight at a time', async () => {
  const { runner, asked } = slowRunner()
  const spread = { ...runner, isSpread: () => true }
  const answers = Array.from({ length: 10 }, (_, key) => square(spread, key))
  for (let turns = 0; turns < 12; turns++) await turn()
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[0], [1], [2], [3], [4], [5], [6], [7]],
  )
  for (let key = 0; key < 10; key++) {
    asked[key]?.answer(squares([key]))
    await asking()
  }
  assert.deepEqual(
    (await Promise.all(answers)).map((row) => row?.square),
    [0, 1, 4, 9, 16, 25, 36, 49, 64, 81],
  )
})

test('at most two statements are pending, and later questions join the next one', async () => {
  const { runner, asked } = slowRunner()
  const answers: Promise<unknown>[] = []
  for (let key = 0; key < 10; key++) {
    answers.push(square(runner, key))
    await asking()
  }
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[0], [1]],
  )
  asked[0]?.answer(squares([0]))
  await asking()
  assert.deepEqual(asked[2]?.keys, [2, 3, 4, 5, 6, 7, 8, 9])
  for (const { keys, answer } of asked.slice(1)) answer(squares(keys))
  await Promise.all(answers)
})

test('a failure reaches everybody who asked together, and nobody else', async () => {
  const { runner, asked } = slowRunner()
  const first = [square(runner, 1), square(runner, 2)]
  await asking()
  const second = square(runner, 3)
  await asking()
  asked[0]?.fail(new Error('away'))
  asked[1]?.answer(squares([3]))
  const outcomes = await Promise.allSettled(first)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal((await second)?.square, 9)
})

test('a crowd is split into statements of at most 256', async () => {
  const { runner, asked } = slowRunner()
  const answers = Array.from({ length: 600 }, (_, key) => square(runner, key))
  for (let times = 0; times < 6; times++) {
    await asking()
    asked.forEach(({ keys, answer }) => void answer(squares(keys)))
  }
  assert.deepEqual(
    asked.map(({ keys }) => keys.length),
    [256, 256, 88],
  )
  assert.equal((await Promise.all(answers)).at(-1)?.square, 599 ** 2)
})

test('an expensive kind of question has smaller batches', async () => {
  const { runner, asked } = slowRunner()
  const work = batched<number, { square: number }>((keys) => query('work')`select ${[...keys]}`, {
    atOnce: 2,
  })
  const answers = Array.from({ length: 5 }, (_, key) => work(runner, key))
  for (let times = 0; times < 6; times++) {
    await asking()
    asked.forEach(({ keys, answer }) => void answer(squares(keys)))
  }
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[0, 1], [2, 3], [4]],
  )
  assert.deepEqual(
    (await Promise.all(answers)).map((row) => row?.square),
    [0, 1, 4, 9, 16],
  )
})

test('questions to different databases are never one statement', async () => {
  const [one, other] = [slowRunner(), slowRunner()]
  const answers = [square(one.runner, 2), square(other.runner, 3)]
  await asking()
  const keysOf = ({ asked }: typeof one) => asked.map(({ keys }) => keys)
  assert.deepEqual([keysOf(one), keysOf(other)], [[[2]], [[3]]])
  one.asked[0]?.answer(squares([2]))
  other.asked[0]?.answer(squares([3]))
  assert.deepEqual(
    (await Promise.all(answers)).map((row) => row?.square),
    [4, 9],
  )
})

test('two callers with the same question are both answered', async () => {
  const { runner, asked } = slowRunner()
  const answers = [square(runner, 7), square(runner, 7)]
  await asking()
  assert.deepEqual(asked[0]?.keys, [7, 7])
  asked[0]?.answer(squares([7, 7]))
  assert.deepEqual(
    (await Promise.all(answers)).map((row) => row?.square),
    [49, 49],
  )
})

test('a question beyond a second’s capacity is refused at once', async () => {
  const { runner, asked } = slowRunner()
  const answers = Array.from({ length: 2_048 }, (_, key) => square(runner, key))
  await assert.rejects(square(runner, 2_048), { status: 503 })
  for (let times = 0; times < 12; times++) {
    await asking()
    asked.forEach(({ keys, answer }) => void answer(squares(keys)))
  }
  assert.equal((await Promise.all(answers)).length, 2_048)
  assert.equal(asked.length, 8)
})

/** As many as may be, of the questions 1 and 2, and a clock that stands still. */
const twoUnderWay = async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clock = { nowMs: 0 }
  t.mock.method(performance, 'now', () => clock.nowMs)
  const { runner, asked } = slowRunner()
  const underWay: Promise<unknown>[] = []
  for (const key of [1, 2]) {
    underWay.push(square(runner, key))
    await asking()
  }
  return { clock, runner, asked, underWay }
}

test('if everybody waiting is refused while a batch is forming, nothing is asked', async (t) => {
  const { clock, runner, asked, underWay } = await twoUnderWay(t)
  const refused = assert.rejects(square(runner, 3), { status: 503 })
  asked[0]?.answer(squares([1]))
  await turn()
  clock.nowMs = 1_000
  t.mock.timers.tick(1_000)
  await refused
  await asking()
  assert.equal(asked.length, 2)
  asked[1]?.answer(squares([2]))
  await Promise.all(underWay)
})

test('a question that waits for a second is refused, and pending ones go on', async (t) => {
  const { clock, runner, asked, underWay } = await twoUnderWay(t)
  const early = assert.rejects(square(runner, 3), { status: 503 })
  clock.nowMs = 600
  const late = square(runner, 4)
  clock.nowMs = 1_000
  t.mock.timers.tick(1_000)
  await early
  for (const { keys, answer } of asked) answer(squares(keys))
  await Promise.all(underWay)
  await asking()
  asked.at(-1)?.answer(squares([4]))
  assert.equal((await late)?.square, 16)
})
