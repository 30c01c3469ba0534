import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commands } from '../../cli/commands/index.ts'
import manifest from '../../package.json' with { type: 'json' }
import clientManifest from '../../packages/client/package.json' with { type: 'json' }
import * as client from '../../packages/client/src/index.ts'
import * as server from '../../packages/client/src/server/index.ts'
import { settings } from '../../src/config/settings.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/guides/for-coding-agents.md')
const document = JSON.parse(read('contract/openapi.json'))

const names = (object: object = {}) => Object.keys(object)

/** Every field, parameter, header and fixed value of a document. */
const wordsOf = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(wordsOf)
  if (typeof node !== 'object' || node === null) return []
  const { properties, const: fixed, enum: values, name, headers } = node as Record<string, never>
  return [
    ...names(properties),
    ...names(headers),
    ...[fixed, name, ...(Array.isArray(values) ? values : [])].filter((value) => typeof value === 'string'),
    ...Object.values(node).flatMap(wordsOf),
  ]
}

const paths = names(document.paths)
const known = new Set([
  ...wordsOf(document),
  ...names(document.components.schemas),
  ...paths,
  ...paths.flatMap((path) => path.split('/')),
  ...paths.flatMap((path) => names(document.paths[path]).map((method) => `${method.toUpperCase()} ${path}`)),
  ...names(settings),
  ...names(client),
  ...names(server),
  clientManifest.name,
  // how a token is sent, by RFC 6750
  'Authorization: Bearer …',
  // the interface for operators has a document of its own
  '/admin/openapi.json',
  `http://${settings.HOST.default}:${settings.PORT.default}`,
  settings.DATA_DIR.default,
])

const named = [...new Set([...page.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code))]

test('every path, field, code and setting of the page for coding agents exists', () => {
  assert.ok(named.length > 60)
  const asked = named.filter((code) => !code.startsWith('npx '))
  assert.deepEqual(
    asked.filter((code) => !known.has(code)),
    [],
  )
  for (const [, command = 'serve'] of page.matchAll(/`npx sallyport(?: (\w+))?/g))
    assert.ok(commands[command], command)
})

test('the page for coding agents says for which version it is, and that is this one', () => {
  const [, told] = /holds for version (\d+\.\d+) of/.exec(page) ?? []
  assert.equal(told, /^\d+\.\d+/.exec(manifest.version)?.[0])
  assert.ok(existsSync(join(root, `contract/releases/${told}.0.json`)))
})

test('fields that the page names beside an operation belong to one body of it', () => {
  const cells = [...page.matchAll(/^\| [^|]+ \| (`[A-Z]+ [^|]+) \|/gm)].map(([, cell = '']) => cell)
  const asked = cells
    .flatMap((cell) => cell.split(/(?=`[A-Z]+ \/)/))
    .map((part) => /^`([A-Z]+) (\/[^`]+)` with (.*`.+)/.exec(part)?.slice(1) ?? [])
    .filter((found) => found.length > 0)
  assert.ok(asked.length >= 6)
  for (const [method = '', path = '', rest = ''] of asked) {
    const { schema } =
      document.paths[path]?.[method.toLowerCase()]?.requestBody.content['application/json'] ?? {}
    const shapes: unknown[] = schema?.oneOf ?? [schema]
    const fields = [...rest.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
    const fits = (shape: unknown) => fields.every((code) => wordsOf(shape).includes(code))
    assert.ok(shapes.some(fits), `${method} ${path} with ${fields}`)
  }
})
