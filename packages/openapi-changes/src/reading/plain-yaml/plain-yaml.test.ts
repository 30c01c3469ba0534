import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Document, parseDocument } from 'yaml'
import { drawYaml } from '../../../test/random-yaml.ts'
import { drawBySeed } from '../../../test/seeded-draw.ts'
import { readPlainYaml } from './index.ts'

/** What a reader of all YAML makes of it; nothing for what is none. */
const readAny = (text: string): { value: unknown } | undefined => {
  const document = parseDocument(text, { merge: true, logLevel: 'error', prettyErrors: false })
  return document.errors.length > 0 ? undefined : { value: document.toJS({ maxAliasCount: -1 }) }
}

const runs = Number(process.env.RUNS ?? 300)

test('what is read quickly is what a reader of all YAML reads, also where something was altered', () => {
  let read = 0
  for (let seed = 1; seed <= runs; seed++)
    for (const text of drawYaml(drawBySeed(seed), (value, options) =>
      new Document(value).toString(options),
    )) {
      const plain = readPlainYaml(text)
      if (!plain) continue
      read++
      assert.deepEqual(plain, readAny(text), JSON.stringify(text))
    }
  assert.ok(read > runs / 2, `only ${read} texts were read`)
})

const texts: Record<string, string> = {
  'maps and lists': 'a:\n  b:\n  - c: 1\n    d: [x, "y", {z: 1}]\n  - - e\n    - f\nb: {}\n',
  'words that are no texts': 'a: [1, -2, 1.5, 1e3, true, null, ~, 0x1f, 0o17, .inf]\nb:\nc: ~\n200: d\n',
  'texts that look like more': "a: it's\nb: x-y: z\n".replace('x-y: z', '"x: y # z"'),
  'texts of several lines':
    "a: one\n  two\n\n  three\nb: \"one\n  two\\n\n  three \\\n  four\"\nc: 'it''s\n  one'\n",
  'blocks of text':
    'a: |\n  one\n    two\n\n  three\nb: >-\n  one\n  two\n\n  three\n    more\n  four\nc: |+\n  one\n\nd: 1\n',
  'anchors and aliases': 'a: &one\n  b: 1\nc: *one\nd: [1]\ne: &two text\nf: *two\n',
  comments: '# one\na: 1 # two\n\n# three\nb: # four\n  - c # five\n',
  'what begins a document': '---\na: 1\n',
  'other ends of lines': 'a: 1\r\nb: |\r\n  one\r\n  two\r\n',
}

for (const [what, text] of Object.entries(texts))
  test(`the quick reader knows what nearly everybody writes: ${what}`, () => {
    const plain = readPlainYaml(text)
    assert.ok(plain, text)
    assert.deepEqual(plain, readAny(text))
  })

test('what is unusual, or no YAML, is left to the reader of all YAML', () => {
  const others = [
    'a: 1\na: 2\n',
    'a: {b: 1, b: 2}\n',
    'a: b: c\n',
    'a: *b\n',
    'a: &a [*a]\n',
    '<<: {a: 1}\n',
    'a: {<<: {b: 1}}\n',
    'a: !!str 1\n',
    '? a\n: b\n',
    'a: |2\n   b\n',
    'a:\n\tb: 1\n',
    'a: "b\n',
    'a: b #c\n  d\n',
    ' a: 1\nb: 2\n',
    'a: 1\n---\nb: 2\n',
    '%YAML 1.2\n---\na: 1\n',
    'a: "b\nc"\n',
    'text',
    '',
  ]
  for (const text of others) assert.equal(readPlainYaml(text), undefined, JSON.stringify(text))
})
