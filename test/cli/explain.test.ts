import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Environment } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { runCliEach } from '../support/cli.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const environment: Environment = { ...(await newDatabase()), SECRET_KEY: testSecretKey }
const before = await spawnService(environment)
const [ada, grace] = [await register(before), await register(before)]
const wrong = await signIn(before, { ...ada, password: 'a wrong password' })
const stranger = await signIn(before, { email: newEmail(), password: 'a wrong password' })
// what it has not written yet, it writes as it ends
await before.end('SIGTERM')

// as after so many guesses that the wait is the longest
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment
const db = await openDatabase({ databaseUrl, dataDir }, () => {})
await db.run(sql`update attempts set count = 30, in_a_row = 30 where kind like 'password%'`)
await db.close()

const after = await spawnService(environment)
const waiting = await signIn(after, ada)
await after.end('SIGTERM')

const requestOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? ''

/** One question after the other. `said` is without the line that names the database. */
const explain = (...questions: string[][]) =>
  runCliEach(
    environment,
    questions.map((args) => ['explain', ...args]),
  ).map(({ status, stdout, stderr }) => ({ status, stdout, said: stderr.replace(/^Using .*\n/, '') }))

test('a request says which rule refused it, with its numbers and its account', () => {
  assert.equal(waiting.status, 429)
  const requestId = requestOf(waiting)
  const [inWords, asJson, first, unknown] = explain(
    [requestId],
    [requestId, '--json'],
    [requestOf(wrong), '--json'],
    [requestOf(stranger)],
  )
  assert.equal(inWords!.status, 0)
  assert.match(inWords!.stdout, /^\d{4}-\d\d-\d\d \d\d:\d\d.* {2}limit\.password/)
  const end = new RegExp(`too_many_attempts.*, request ${requestId}\n    account ${ada.userId}\n$`)
  assert.match(inWords!.stdout, end)
  const told = JSON.parse(asJson!.stdout)
  assert.deepEqual([told.rule, told.code, told.userId], ['limit.password', 'too_many_attempts', ada.userId])
  assert.equal(JSON.parse(first!.stdout).rule, 'password.wrong')
  // nobody’s account: none is named
  assert.match(unknown!.stdout, /account\.unknown/)
  assert.doesNotMatch(unknown!.stdout, /\n {4}account /)
})

test('an address or an id says which waits run and what was refused, and nothing of others', () => {
  const [byAddress, byId, asJson, ofGrace] = explain(
    [ada.email],
    [ada.userId],
    [ada.email, '--json'],
    [grace.email],
  )
  for (const { status, stdout } of [byAddress!, byId!]) {
    assert.equal(status, 0)
    assert.match(stdout, /^waits until .* {2}limit\.password/)
    assert.match(stdout, /password\.wrong/)
  }
  const { waits, refusals } = JSON.parse(asJson!.stdout)
  assert.equal(waits[0].rule, 'limit.password')
  assert.ok(refusals.some(({ requestId }: { requestId: string }) => requestId === requestOf(waiting)))
  const nothing = 'No waits run.\nNothing was refused within 30 days.\n'
  assert.deepEqual(ofGrace, { status: 0, stdout: '', said: nothing })
})

test('what is wrong with the question is told, and the exit code says so', () => {
  const [requestId, nobody] = [randomUUID(), newEmail()]
  const [unknown, noAccount, ...wrongUses] = explain(
    [requestId],
    [nobody],
    [],
    ['ada'],
    [ada.email, grace.email],
    [ada.email, '--since', '2026-01-01'],
  )
  assert.equal(unknown!.status, 1)
  assert.match(unknown!.said, new RegExp(`^No refusal of ${requestId} is kept\\.`))
  assert.deepEqual(noAccount, { status: 1, stdout: '', said: `There is no account ${nobody}.\n` })
  assert.deepEqual(
    wrongUses.map(({ status, stdout }) => [status, stdout]),
    wrongUses.map(() => [2, '']),
  )
})
