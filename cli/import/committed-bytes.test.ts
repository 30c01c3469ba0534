import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { committedBytes } from './committed-bytes.ts'

const folder = await mkdtemp(join(tmpdir(), 'sallyport-report-'))
after(() => rm(folder, { recursive: true }))
const path = join(folder, 'report.jsonl')

const told = (line: number) => `${JSON.stringify({ line, email: 'à@example.com', outcome: 'imported' })}\n`
const keptOf = async (text: string, before: number) => {
  await writeFile(path, text)
  return (await readFile(path)).subarray(0, await committedBytes(path, before)).toString()
}

test('what was told of lines that were not committed is dropped, and so is half a line', async () => {
  const [first, rest] = [told(1) + told(2), told(4) + told(5)]
  assert.equal(await keptOf(first + rest, 4), first)
  assert.equal(await keptOf(first + rest, 6), first + rest)
  assert.equal(await keptOf(first + rest + told(6).slice(0, 20), 6), first + rest)
  assert.equal(await keptOf(first, 1), '')
  assert.equal(await keptOf('', 1), '')
})

test('a file that is no report is refused', async () => {
  for (const text of [
    'one\ntwo\n',
    told(2) + told(1),
    `{"line":1}\n${told(2)}`,
    `${told(1).slice(0, 9)}\n${told(2)}`,
  ])
    await assert.rejects(keptOf(text, 9), /not the report of this import/)
})
