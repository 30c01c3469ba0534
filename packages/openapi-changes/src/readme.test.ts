import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const run = (...args: string[]) => {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { stdout, stderr }
}

test('the command prints what README shows', () => {
  const [, args = '', shown] = /```console\n\$ npx openapi-changes ([^\n]+)\n(.+?)```/s.exec(readme) ?? []
  assert.deepEqual(run('src/command/main.ts', ...args.split(' ')), { stdout: shown, stderr: '' })
})

test("README's program runs, and finds what breaks", () => {
  const [, program = ''] = /```ts\n(.+?)```/s.exec(readme) ?? []
  const { stdout, stderr } = run('--input-type=module-typescript', '--eval', program)
  assert.equal(stderr, '')
  assert.deepEqual(stdout.split('\n'), [
    'request-property-maximum-lowered at POST /orders · request.body.count /components/schemas/NewOrder/properties/count/maximum',
    'response-property-enum-value-added at schema Order · state "refunded" /components/schemas/Order/properties/state/enum/2',
    '',
  ])
})
