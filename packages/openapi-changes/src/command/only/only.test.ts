import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { diff } from '../diff.ts'
import { callsIn } from './calls.ts'

const folder = await mkdtemp(join(tmpdir(), 'openapi-changes-only-'))
after(() => rm(folder, { recursive: true, force: true }))
const file = async (name: string, content: unknown): Promise<string> => {
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return join(folder, name)
}

const paths = ['/orders', '/orders/{id}', '/orders/latest', '/orders/{id}/lines', '/stock']
const documentOf = (isNewer: boolean) => {
  const parameters = isNewer ? [{ name: 'note', in: 'query', required: true }] : []
  const operation = { parameters, responses: {} }
  return {
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: Object.fromEntries(paths.map((path) => [path, { get: operation, post: operation }])),
  }
}
const documents = [await file('older.json', documentOf(false)), await file('newer.json', documentOf(true))]

const concerned = async (calls: string): Promise<string[]> => {
  const { output } = await diff([...documents, '--json', '--only', await file('calls', calls)], 'diff')
  return JSON.parse(output).changes.map(({ operation }: { operation: string }) => operation)
}

const har = (...requests: [method: string, url: string][]) =>
  JSON.stringify({ log: { entries: requests.map(([method, url]) => ({ request: { method, url } })) } })

const files: [what: string, calls: string, operations: string[]][] = [
  ['operations', 'GET /stock\nPOST /orders/{key}\n', ['POST /orders/{id}', 'GET /stock']],
  ['patterns', 'GET /orders/*\n', ['GET /orders/{id}', 'GET /orders/latest', 'GET /orders/{id}/lines']],
  ['addresses', 'get https://api.example.com/v1/orders/7?a=b\n# a note\n\n', ['GET /orders/{id}']],
  ['calls of what has a name of its own', 'GET /orders/latest', ['GET /orders/latest']],
  [
    'a HAR',
    har(['GET', 'https://api.example.com/v1/stock'], ['POST', '/orders']),
    ['POST /orders', 'GET /stock'],
  ],
  [
    'an access log',
    '10.0.0.1 - - [21/Nov/2026:10:00:00 +0000] "GET /v1/orders/7/lines?x=%20y HTTP/1.1" 200 12 "-" "curl"\n',
    ['GET /orders/{id}/lines'],
  ],
  [
    'a log in JSON',
    '{"level":30,"method":"POST","url":"/stock"}\n{"request":"GET /stock HTTP/2.0"}\n',
    ['GET /stock', 'POST /stock'],
  ],
]

for (const [what, calls, operations] of files)
  test(`only what a client calls is told, by a file of ${what}`, async () => {
    assert.deepEqual((await concerned(calls)).sort(), operations.toSorted())
  })

test('calls that nobody describes are counted, and a file of nothing else is refused', async () => {
  const calls = await file('strange', 'GET /stock\nGET /favicon.ico\nGET /robots.txt\n')
  const { complaint } = await diff([...documents, '--only', calls], 'diff')
  assert.match(complaint ?? '', /strange: neither document describes GET \/favicon\.ico and 1 more\.\n$/)
  await assert.rejects(diff([...documents, '--only', await file('idle', 'GET /a\n')], 'diff'), {
    message: /idle: it has no call of an operation of either document\.$/,
  })
  await assert.rejects(diff([...documents, '--only', 'calls.har'], 'diff'), {
    message: '--only calls.har: there is no such file, and neither document has such an operation.',
  })
})

test('a log of many calls is read once for each of them that differs', () => {
  const lines = Array.from({ length: 20_000 }, (_, nth) => `GET /orders/${nth % 10} HTTP/1.1`)
  assert.equal(callsIn(lines.join('\n')).length, 10)
})
