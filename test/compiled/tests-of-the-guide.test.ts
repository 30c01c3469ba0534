import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { fetchPackage } from '../support/fetched.ts'
import { freePort } from '../support/free-port.ts'
import { blocksIn, guide, placeApplication } from '../support/guide-application.ts'

const vitest = 'vitest@5.1.2'
const fetched = join(import.meta.dirname, '../../node_modules/.cache/test-runners', vitest)
const hasVitest = await fetchPackage(vitest, fetched)

test('the test in JavaScript passes with Vitest but for an import', {
  skip: !hasVitest && '*** VITEST COULD NOT BE FETCHED FROM NPM ***',
}, async () => {
  const [ofVitest = ''] = /import .+ from 'vitest'/.exec(guide) ?? []
  const code = `${blocksIn('js')[0]}`.replace(/import .+ from 'node:test'/, ofVitest)
  assert.match(code, /from 'vitest'/)
  const run = await placeApplication(
    { 'guide.test.js': code },
    { vitest: join(fetched, 'node_modules/vitest') },
  )
  const patient = ['--reporter=tap-flat', '--test-timeout=120000']
  const report = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...patient])
  assert.match(report, /^1\.\.1\nok 1 /m)
})

// a system's packages belong to its own interpreter, which need not be the first one
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import pytest']).status === 0,
)

test('the test in Python passes', {
  skip: python === undefined && '*** PYTEST IS NOT INSTALLED: apt-get install python3-pytest ***',
}, async () => {
  const run = await placeApplication({ 'test_accounts.py': `${blocksIn('py')[0]}` })
  // a version manager finds its interpreters by what the application's home lacks
  const { stdout } = spawnSync(python!, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  assert.match(await run(stdout.trim(), ['-m', 'pytest', '-q']), /^1 passed/m)
})

const go = spawnSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' })

test('the test in Go passes, and is formatted', {
  skip: go.status !== 0 && '*** GO IS NOT INSTALLED: apt-get install golang-go ***',
}, async () => {
  const code = `${blocksIn('go')[0]}`.replaceAll('4000', `${await freePort()}`)
  const run = await placeApplication({ 'accounts_test.go': code })
  assert.equal(await run('gofmt', ['-l', 'accounts_test.go']), '')
  assert.match(
    await run('go', ['test', '-v', 'accounts_test.go'], { GOCACHE: go.stdout.trim() }),
    /^--- PASS: Test/m,
  )
})
