import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { diff } from './diff.ts'

const name = 'openapi-changes'
const program = fileURLToPath(new URL('./main.ts', import.meta.url))

const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

const operation = (post: object) => ({ openapi: '3.1.0', paths: { '/things': { post } } })
const bodyOf = (schema: object) => operation({ requestBody: { content: { 'application/json': { schema } } } })
const object = (required: string[]) => ({ type: 'object', properties: { a: { type: 'string' } }, required })

const folder = await mkdtemp(join(tmpdir(), 'openapi-changes-'))
after(() => rm(folder, { recursive: true, force: true }))
const file = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const optional = await file('optional.json', bodyOf(object([])))
const required = await file('required.json', bodyOf(object(['a'])))

test('what breaks nothing ends with 0, what breaks something with 1, and what cannot be compared with 2', async () => {
  const [fine, breaking, broken, none] = await Promise.all([
    run(required, optional),
    run(optional, required),
    run(optional, await file('broken.json', '{"openapi": ')),
    run(),
  ])
  assert.deepEqual([fine.code, fine.stderr], [0, ''])
  assert.match(fine.stdout, /\(request-property-became-optional\)\n1 change, 0 breaking\n$/)
  assert.deepEqual([breaking.code, breaking.stderr], [1, ''])
  assert.match(
    breaking.stdout,
    /^BREAKING .+\n.+\(request-property-became-required\)\n1 change, 1 breaking\n$/,
  )
  assert.deepEqual([broken.code, broken.stdout, none.code, none.stdout], [2, '', 2, ''])
  assert.match(broken.stderr, /^\S+broken\.json is neither JSON nor YAML: .+\n$/)
  assert.equal(none.stderr, 'Usage: openapi-changes OLD NEW [--json] [--strict]\n')
})

test('the same for programs', async () => {
  const { exitCode, output } = await diff([optional, required, '--json'], name)
  const { breaking, changes } = JSON.parse(output)
  assert.deepEqual([exitCode, breaking], [1, 1])
  assert.deepEqual(changes, [
    {
      kind: 'modified',
      target: 'POST /things · request.body.a',
      operation: 'POST /things',
      path: '/paths/~1things/post/requestBody/content/application~1json/schema/required/0',
      rule: 'request-property-became-required',
      breaking: true,
      reason: 'The property has to be there, so requests that were right may be refused.',
      deprecatedBefore: false,
    },
  ])
})

test('it tells how it is called, and which version it is', async () => {
  const [help, short, version] = await Promise.all([run('--help'), run(optional, '-h'), run('--version')])
  assert.deepEqual([help.code, help.stderr], [0, ''])
  assert.match(help.stdout, /^Usage: openapi-changes OLD NEW \[--json\] \[--strict\]\n\n.+--version/s)
  assert.deepEqual(short, help)
  assert.deepEqual(version, { code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test('another name of a path parameter is a note, unless names alone count', async () => {
  const named = (name: string) => ({
    openapi: '3.1.0',
    paths: { [`/a/{${name}}`]: { get: { parameters: [{ name, in: 'path', required: true }] } } },
  })
  const files = [await file('id.json', named('id')), await file('key.json', named('key'))]
  const [lenient, strict] = [await diff(files, name), await diff(['--strict', ...files], name)]
  assert.equal(lenient.exitCode, 0)
  assert.match(lenient.output, /\(path-parameter-renamed\)\n1 change, 0 breaking/)
  assert.equal(strict.exitCode, 1)
  assert.match(strict.output, /\(path-removed\).+\(path-added\)\n2 changes, 1 breaking/s)
})

test('whatever is wrong is said in a word', async () => {
  const usage = /^Usage: openapi-changes OLD NEW \[--json\] \[--strict\]$/
  const cases: [args: string[], message: RegExp][] = [
    [[], usage],
    [[optional], usage],
    [[optional, required, optional], usage],
    [[optional, required, '--loud'], /^Unknown option '--loud'\. Usage: openapi-changes OLD NEW .+$/],
    [[optional, required, '--json=yes'], /^Option '--json' does not take an argument\. Usage: .+$/],
    [[optional, join(folder, 'none.json')], /none\.json cannot be read: ENOENT: no such file or directory$/],
    [[optional, folder], /cannot be read: EISDIR: illegal operation on a directory$/],
    [[optional, await file('empty.yaml', '')], /empty\.yaml: It is not an object\.$/],
    [[optional, await file('2.json', { swagger: '2.0' })], /2\.json: It is of Swagger 2\.0, and only .+$/],
    [[optional, 'http://127.0.0.1:1/'], /^http:\/\/127\.0\.0\.1:1\/ cannot be read: fetch failed \(.+\)$/],
    [[optional, await file('page.html', '<html>\n<body>a: b: c')], /page\.html/],
    [[optional, await file('bomb.yaml', bomb())], /bomb\.yaml is neither JSON nor YAML/],
    [
      [optional, await file('odd.json', operation({ parameters: {} }))],
      /odd\.json: .+\/parameters is not a list/,
    ],
    [[await file('odd2.json', bodyOf({ type: 'text' })), optional], /odd2\.json: .+\/type is not a type/],
  ]
  for (const [args, message] of cases) await assert.rejects(diff(args, name), { message })
  const line = await run(optional, join(folder, 'none.json'))
  assert.deepEqual([line.code, line.stdout, line.stderr.split('\n').length], [2, '', 2])
})

test('documents come from the web too, and nothing that they refer to', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const known: Record<string, string> = {
      '/old.yaml': 'openapi: 3.1.0\npaths:\n  /things:\n    post: {}\n',
      '/far.json': JSON.stringify(bodyOf({ $ref: `http://${request.headers.host}/secret.json` })),
    }
    const text = known[request.url ?? '']
    response.writeHead(text ? 200 : 404).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const web = await diff([`${address}/old.yaml`, optional], name)
  assert.deepEqual([web.exitCode, web.output.split('\n').at(-2)], [0, '1 change, 0 breaking'])
  const none = `${address}/none.json cannot be read: the answer is 404`
  await assert.rejects(diff([`${address}/none.json`, optional], name), { message: none })
  await assert.rejects(
    diff([optional, `${address}/far.json`], name),
    /only references inside the document are followed/,
  )
  assert.deepEqual(asked, ['/old.yaml', '/none.json', '/far.json'])
})

test('a name from a document cannot move the cursor', async () => {
  const nasty = await file('nasty.json', { openapi: '3.1.0', paths: { '/\u001b[2J\u202e': { get: {} } } })
  const { output } = await diff([nasty, optional], name)
  assert.match(output, /GET \/\ufffd\[2J\ufffd\n/)
})

function bomb(): string {
  const levels = Array.from(
    { length: 30 },
    (_, level) => `a${level}: &a${level} [${level ? `*a${level - 1}, *a${level - 1}` : '1'}]`,
  )
  return `openapi: 3.1.0\n${levels.join('\n')}\n`
}
