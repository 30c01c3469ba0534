import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { logLines } from '../support/log-lines.ts'

const page = readFileSync(new URL('../../docs/log.md', import.meta.url), 'utf8')

/** What the page says of each line: its level, its text and its fields. */
const told = page
  .split('\n')
  .filter((line) => /^\| (?!level)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, level = '', text = '', fields = '', what = '']) => ({ level, text, fields, what }))

test('the page of the log has every line that the source can log, and no other', () => {
  const logged = logLines().map(({ level, text, fields }) => ({
    line: `${level} | ${text}`,
    fields: fields?.map((name) => `\`${name}\``).join(', '),
  }))
  assert.ok(logged.length > 40)
  const lines = told.map(({ level, text }) => `${level} | ${text}`)
  assert.deepEqual(new Set(lines), new Set(logged.map(({ line }) => line)))
  const known = new Set(told.map(({ level, text, fields }) => `${level} | ${text} | ${fields}`))
  const otherwise = logged.filter(
    ({ line, fields }) => fields !== undefined && !known.has(`${line} | ${fields}`),
  )
  assert.deepEqual(otherwise, [])
  assert.equal(known.size, told.length)
})

test('each line of the log states when it occurs', () => {
  assert.deepEqual(
    told.filter(({ what }) => !/^.+\.$/.test(what)),
    [],
  )
})
