import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { browserOf, startFederated } from '../support/federation.ts'
import { sharedService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url)
const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`

/** Files of examples/ that need nothing but a service, and what each prints, a pattern a line. */
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
    '10 new backup codes, the old ones no longer work',
    'turned off',
  ],
}

const service = await sharedService()

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

test('examples/two-factor.ts says so where it cannot work', async () => {
  const strict = await startVariant(service, { config: { twoFactor: 'required' } })
  await assert.rejects(
    run(process.execPath, ['examples/two-factor.ts', strict.address], { cwd: root }),
    /This service has TWO_FACTOR=required/,
  )
})

test('examples/oauth-sign-in.ts does what it says', async () => {
  const federated = await startFederated({ acme: {} })
  const { acme } = federated.providers
  acme.people.set('ada', { email: 'ada@example.com', email_verified: true })
  const file = 'examples/oauth-sign-in.ts'
  const program = spawn(process.execPath, [file, federated.address, 'acme'], { cwd: root })
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]()
  const { value: first = '' } = await lines.next()
  const landing = await browserOf('ada', acme).open(first.replace('open ', ''))
  assert.equal(landing.text, 'You can close this page.')
  assert.equal((await lines.next()).value, 'signed in as ada@example.com, which is verified')
  const [code] = program.exitCode === null ? await once(program, 'exit') : [program.exitCode]
  assert.equal(code, 0)
})

test('an example called without arguments prints its usage', async () => {
  await assert.rejects(
    run(process.execPath, ['examples/sign-in.ts'], { cwd: root }),
    /Usage: npx node examples/,
  )
})
