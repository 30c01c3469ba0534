import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { check } from './check.ts'
import { diff } from './diff.ts'
import { release } from './release.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

const changelog = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, 'changelog', ...args],
      { timeout: 30_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

const operation = (post: object) => ({ openapi: '3.1.0', paths: { '/things': { post } } })
const bodyOf = (schema: object) => operation({ requestBody: { content: { 'application/json': { schema } } } })
const object = (required: string[]) => ({ type: 'object', properties: { a: { type: 'string' } }, required })

const folder = await mkdtemp(join(tmpdir(), 'sallyport-diff-'))
after(() => rm(folder, { recursive: true, force: true }))
const file = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const optional = await file('optional.json', bodyOf(object([])))
const required = await file('required.json', bodyOf(object(['a'])))

test('compare exits with 0 if nothing breaks, 1 if something does, and 2 if it cannot compare', async () => {
  const [fine, breaking, broken, none] = await Promise.all([
    changelog('diff', required, optional),
    changelog('diff', optional, required),
    changelog('diff', optional, await file('broken.json', '{"openapi": ')),
    changelog('constructor'),
  ])
  assert.deepEqual([fine.code, fine.stderr], [0, ''])
  assert.match(
    fine.stdout,
    /modified {2}POST \/things · request\.body\.a\n.+\(request-property-became-optional\)\n1 change, 0 breaking\n$/,
  )
  assert.deepEqual([breaking.code, breaking.stderr], [1, ''])
  assert.match(
    breaking.stdout,
    /^BREAKING .+\n.+\(request-property-became-required\)\n1 change, 1 breaking\n$/,
  )
  assert.deepEqual([broken.code, broken.stdout, none.code, none.stdout], [2, '', 2, ''])
  assert.match(broken.stderr, /^\S+broken\.json is neither JSON nor YAML: .+\n$/)
  assert.match(none.stderr, /^Usage: sallyport changelog check \| diff/)
})

test('a release is compared by the document in it', async () => {
  const openapi = bodyOf(object([]))
  const entry = await file('1.0.0.json', { date: '2026-01-01', version: '1.0.0', branch: 'main', openapi })
  assert.deepEqual(await changelog('diff', entry, required), await changelog('diff', optional, required))
})

test('a wrong invocation prints the usage', async () => {
  const usage = /^Usage: sallyport changelog/
  await assert.rejects(check(['it']), { message: usage })
  await assert.rejects(release([]), { message: usage })
  await assert.rejects(release(['one']), { message: /^one is not a version/ })
  await assert.rejects(diff([optional]), {
    message: /^Usage: sallyport changelog diff OLD NEW \[--format .+/,
  })
})

test('a breaking change does not land unless it was accepted with a reason', async () => {
  const contract = join(folder, 'contract')
  const write = async (accepted: object[]) => {
    const release = { date: '2026-01-01', version: '1.0.0', branch: 'main', openapi: bodyOf(object([])) }
    await mkdir(join(contract, 'releases'), { recursive: true })
    await file('contract/releases/1.0.0.json', release)
    await file('contract/openapi.json', bodyOf(object(['a'])))
    await file('contract/accepted-changes.json', accepted)
  }
  const change = {
    rule: 'request-property-became-required',
    target: 'POST /things · request.body.a',
    reason: 'So be it.',
  }
  await write([])
  const refused = await check([], contract)
  assert.equal(refused.exitCode, 1)
  assert.match(refused.output, /^Since 1\.0\.0 of 2026-01-01:\nBREAKING/)
  assert.match(refused.complaint ?? '', /^This breaks clients of the last release/)
  await write([change])
  const accepted = await check([], contract)
  assert.deepEqual([accepted.exitCode, accepted.complaint], [0, ''])
  assert.match(accepted.output, /\naccepted /)
  await write([change, { ...change, target: 'POST /others' }])
  const idle = await check([], contract)
  assert.equal(idle.exitCode, 1)
  assert.match(idle.complaint ?? '', /accepts something that is not a breaking change: \S+, POST \/others\n$/)
})

test('the current interface keeps every promise that was not withdrawn', async () => {
  const { exitCode, output, complaint } = await check([])
  assert.deepEqual([exitCode, complaint], [0, ''])
  assert.match(output, /^Since \d+\.\d+\.\d+ of \d{4}-\d\d-\d\d:\n/)
})
