import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInMemory } from './in-memory.ts'

test('a database in memory begins with the image of another, and each is its own', async () => {
  const one = await openInMemory({ parameters: { TimeZone: 'UTC' } })
  // the files of templates would be in each image
  assert.equal((await one.query('select from pg_database')).rows.length, 1)
  await one.exec("create table notes (text text); insert into notes values ('kept')")
  const image = await one.image()
  await one.exec("insert into notes values ('later')")
  const other = await openInMemory({ image })
  const notes = async ({ prepared }: typeof one) =>
    (await prepared<{ text: string }>({ name: 'notes', text: 'select text from notes order by text' }, []))
      .rows
  assert.deepEqual(await notes(one), [{ text: 'kept' }, { text: 'later' }])
  assert.deepEqual(await notes(other), [{ text: 'kept' }])
  await assert.rejects(
    other.transaction(async ({ exec }) => {
      await exec("insert into notes values ('undone')")
      throw new Error('undone')
    }),
    /undone/,
  )
  assert.deepEqual(await notes(other), [{ text: 'kept' }])
  await Promise.all([one.close(), other.close()])
})
