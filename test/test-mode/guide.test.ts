import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { testOperations } from '../../src/test-mode/routes/operations.ts'
import { childEnvironment, nodeFlags } from '../support/child.ts'
import { imageCache } from '../support/test-mode.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/test-your-application.md'), 'utf8')
const blocks = [...guide.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => `${code}`)

test('the first test of the guide passes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-guide-'))
  after(() => rm(folder, { recursive: true }))
  const testing = pathToFileURL(join(root, 'src/test-mode/index.ts')).href
  await writeFile(
    join(folder, 'guide.test.mjs'),
    `${blocks[0]}`.replace("'sallyport/testing'", `'${testing}'`),
  )
  // where the image of an empty database is kept is the user's cache
  const env = childEnvironment({ HOME: dirname(dirname(imageCache)) })
  const program = [...nodeFlags, '--test-reporter=tap', 'guide.test.mjs']
  const { stdout } = await run(process.execPath, program, { cwd: folder, env })
  assert.match(stdout, /^# pass 1$/m, stdout)
})

test('a test of a sign-up by mail takes at most 15 lines', () => {
  const lines = `${blocks[1]}`.split('\n').filter((line) => line.trim() !== '')
  assert.ok(lines.length <= 15, `${lines.length}`)
})

test('the guide has every call', () => {
  for (const operation of Object.keys(testOperations)) {
    const [method, path = ''] = operation.split(' ')
    const named = path.replace(/:(\w+)/g, '{$1}')
    const row = guide.split('\n').find((line) => line.startsWith('| `') && line.includes(named))
    assert.match(`${row}`, new RegExp(`\`${method}\\b`), operation)
  }
})
