import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteas, doubles, integers, uuids } from '../../src/platform/db/lists.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const { deps } = await startTestService()

const ids = ['01890a5d-ac96-774b-bcce-b302099a8057', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
const bytes = [Buffer.from([0, 1, 0x5c, 0xff]), Buffer.alloc(0), Buffer.alloc(300, 'x')]

test('a list arrives as it was sent', async () => {
  const [row] = await deps.db.run(sql`
    select array_to_string(${uuids(ids)}, ' ') as ids,
      array_to_string(${integers([-(2 ** 31), -1, 0, 2 ** 31 - 1])}, ' ') as integers,
      array_to_string(${doubles([-0.1, 0, 1e300, Number.POSITIVE_INFINITY])}, ' ') as doubles,
      (select string_agg(encode(one, 'hex'), ' ' order by n) from unnest(${byteas(bytes)}) with ordinality as sent (one, n))
        as bytes`)
  assert.deepEqual(row, {
    ids: ids.join(' '),
    integers: '-2147483648 -1 0 2147483647',
    doubles: '-0.1 0 1e+300 Infinity',
    bytes: bytes.map((one) => one.toString('hex')).join(' '),
  })
})

test('a list may be empty, and of any length in one prepared statement', async () => {
  const lengths = async (length: number) => {
    const [row] = await deps.db.run(sql`
      select cardinality(${uuids(Array(length).fill(ids[0]))}) as ids, cardinality(${byteas(Array(length).fill(bytes[0]))}) as bytes`)
    return row
  }
  for (const length of [0, 1, 3, 5_000, 2])
    assert.deepEqual(await lengths(length), { ids: length, bytes: length })
})

test('an invalid UUID is refused in a list', () => {
  for (const wrong of [
    '',
    'x',
    `${ids[0]}`.slice(0, -1),
    `${ids[0]}0`,
    `${ids[0]}`.replace('0', 'g'),
    `${ids[0]}`.replace('0', '\u0130'),
  ])
    assert.throws(() => uuids([wrong]), RangeError, wrong)
})
