import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('../../docs/decisions/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))

/** Of each line of the index: the page, the number before it, and the numbers of the later ones. */
const listed = [
  ...read('README.md').matchAll(/^- \[(\d+)\]\((\S+)\): [^*\n]+\.( \*Superseded in part by (.+)\.\*)?$/gm),
].map(([, number, file = '', , by = '']) => ({ number: Number(number), file, by: numbersIn(by) }))

test('the index names each decision once, by its number', () => {
  assert.ok(files.length > 40)
  assert.deepEqual(listed.map(({ file }) => file).toSorted(), files.toSorted())
  for (const { number, file } of listed) assert.equal(number, Number(file.slice(0, 4)), file)
})

test('a decision changed later says so in the index and on its page', () => {
  const marked = files.flatMap((file) => {
    const [, words = ''] = /^\*Superseded in part:\* (.+?)\n\n/ms.exec(read(file)) ?? []
    const by = [...words.matchAll(/\[(\d+)\]\(/g)].map(([, number]) => Number(number))
    return by.length > 0 ? [{ file, by: by.toSorted((one, other) => one - other) }] : []
  })
  assert.ok(marked.length > 0)
  const inIndex = listed.filter(({ by }) => by.length > 0).map(({ file, by }) => ({ file, by }))
  const byFile = (one: { file: string }, other: { file: string }) => one.file.localeCompare(other.file)
  assert.deepEqual(inIndex.toSorted(byFile), marked.toSorted(byFile))
})

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d+/g)].map(([number]) => Number(number))
}
