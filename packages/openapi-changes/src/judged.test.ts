import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choices } from '../test/judged/choices.ts'
import { conditions } from '../test/judged/conditions.ts'
import { interfaces } from '../test/judged/interfaces.ts'
import { type Judged, places } from '../test/judged/judged.ts'
import { nulls } from '../test/judged/nulls.ts'
import { texts } from '../test/judged/texts.ts'
import { values } from '../test/judged/values.ts'
import { compareDocuments } from './compare.ts'

const verdictOf = (older: object, newer: object): string => {
  const changes = compareDocuments(older, newer)
  return changes.some(({ breaking }) => breaking) ? 'b' : changes.length > 0 ? 'f' : 'n'
}

/** Whether what was said will do: fine is also what is not told. */
const isRight = (verdict: string, wanted = '?') =>
  wanted === '?' ||
  verdict === wanted ||
  (wanted === 'f' && verdict === 'n') ||
  (wanted === 't' && verdict !== 'n')

const wrongIn = ([what, one, other, verdicts]: Judged): string[] =>
  (['request', 'response'] as const).flatMap((direction, at) =>
    Object.entries(places[direction]).flatMap(([place, documentOf]) => {
      const [older, newer] = [documentOf(one), documentOf(other)]
      const found = [verdictOf(older, newer), verdictOf(newer, older)]
      const wanted = [verdicts[at * 2], verdicts[at * 2 + 1]]
      const isWrong = found.some((verdict, way) => !isRight(verdict, wanted[way]))
      return isWrong ? [`${what} in ${direction} ${place}: ${found.join('')}, not ${wanted.join('')}`] : []
    }),
  )

const tables: [says: string, rows: Judged[]][] = [
  ['null means the same in the words of 3.0 and of 3.1, and what it means counts', nulls],
  ['a choice breaks by what fits more shapes or fewer, however it is written', choices],
  ['conditions are judged by what they take away, or give', conditions],
  ['values are judged by which of them fit, however that is said', values],
]

for (const [says, rows] of tables)
  test(says, () => {
    assert.deepEqual(rows.flatMap(wrongIn), [])
  })

test('what surrounds schemas is judged by what clients send and get', () => {
  const wrong = [...interfaces, ...texts].flatMap(([what, older, newer, verdicts]) => {
    const found = [verdictOf(older, newer), verdictOf(newer, older)]
    return found.every((verdict, way) => isRight(verdict, verdicts[way]))
      ? []
      : [`${what}: ${found.join('')}, not ${verdicts}`]
  })
  assert.deepEqual(wrong, [])
})
