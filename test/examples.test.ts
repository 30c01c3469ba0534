import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startTestService } from './support/service.ts'

const run = promisify(execFile)
const root = new URL('..', import.meta.url)
const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`

/** Every file of examples/ and what it prints, a pattern a line. */
const examples: Record<string, string[]> = {
  'sign-in.ts': [
    'registered',
    'signed in as ada\\.[0-9a-f-]{36}@example\\.com',
    `refreshed, good until ${instant}`,
    'signed out: 401 unauthorized: A valid access token is required\\.',
  ],
  'two-factor.ts': [
    'set up for [0-9a-f-]{36}@example\\.com',
    'confirmed, 10 backup codes to keep',
    'asked for one of totp, backup_code',
    'signed in',
    '10 new backup codes, the old ones are dead',
    'switched off',
  ],
}

const service = await startTestService()

for (const [file, lines] of Object.entries(examples)) {
  test(`examples/${file} does what it says`, async () => {
    // rejects when the exit code is not 0
    const { stdout, stderr } = await run(process.execPath, [`examples/${file}`, service.address], {
      cwd: root,
      timeout: 30_000,
    })
    assert.match(stdout, new RegExp(`^${lines.join('\n')}\n$`))
    assert.equal(stderr, '')
  })
}

test('an example says what it needs', async () => {
  await assert.rejects(
    run(process.execPath, ['examples/sign-in.ts'], { cwd: root }),
    /Say where the service is/,
  )
})
