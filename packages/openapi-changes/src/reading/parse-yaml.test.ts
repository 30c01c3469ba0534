import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../compare.ts'
import { openDocument } from '../document.ts'
import { parseYaml } from './parse-yaml.ts'

test('a merge key brings in what it names, and what stands beside it comes first', () => {
  const text = `
base: &base {type: object, minProperties: 1}
more: &more {maxProperties: 2, minProperties: 3}
one: {<<: *base, minProperties: 2}
both:
  type: array
  <<: [*base, *more]
quoted: {"<<": 1}`
  const { one, both, quoted } = parseYaml(text) as Record<string, unknown>
  assert.deepEqual(one, { type: 'object', minProperties: 2 })
  assert.deepEqual(both, { type: 'array', minProperties: 1, maxProperties: 2 })
  assert.deepEqual(quoted, { '<<': 1 })
  assert.throws(() => parseYaml('one: {<<: 1}'), /It has a merge key \(<<\) for what is no map\.$/)
})

test('what a merge key brings in is compared', () => {
  const documentOf = (type: string) =>
    parseYaml(`
openapi: 3.1.0
x-base: &base {type: ${type}}
paths:
  /things:
    post: {requestBody: {content: {application/json: {schema: {<<: *base}}}}}`)
  const changes = compareDocuments(documentOf('string'), documentOf('integer'))
  assert.deepEqual(
    changes.map(({ rule }) => rule),
    ['request-body-type-changed'],
  )
})

test('a merge key reaches no prototype', () => {
  const text = 'base: &base {__proto__: {isAdmin: true}}\none: {<<: *base}\n__proto__: {isAdmin: true}'
  const value = parseYaml(text) as Record<string, object>
  assert.deepEqual(Object.keys(value.one ?? {}), ['__proto__'])
  assert.equal('isAdmin' in {}, false)
  assert.equal('isAdmin' in value, false)
})

const lines = (count: number, lineOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => lineOf(index)).join('\n')

test('an anchor may be used often', () => {
  const value = parseYaml(`base: &base {type: string}\nall:\n${lines(5000, () => '- *base')}`) as {
    all: object[]
  }
  assert.deepEqual([value.all.length, value.all.at(-1)], [5000, { type: 'string' }])
})

test('what stands for too much is refused, and soon', () => {
  const started = performance.now()
  const aliases = (index: number) => `a${index}: &a${index} [${`*a${index - 1},`.repeat(10)}]`
  const merges = (index: number) =>
    `a${index}: &a${index} {${lines(10, (key) => `k${key}: {<<: *a${index - 1}},`).replaceAll('\n', ' ')}}`
  for (const lineOf of [aliases, merges])
    assert.throws(
      () => parseYaml(`a0: &a0 {b: 1}\n${lines(20, (index) => lineOf(index + 1))}`),
      /aliases that stand for too much/,
    )
  assert.throws(
    () => parseYaml(`a: &a 1\nb:\n${lines(20_000, () => '- *a')}`),
    /aliases that stand for too much/,
  )
  for (const round of ['{b: *a}', '{<<: *a}', '{b: {<<: *a}}', '[*a]'])
    assert.throws(() => openDocument(parseYaml(`openapi: 3.1.0\nx-a: &a ${round}`)), round)
  assert.ok(performance.now() - started < 20_000)
})
