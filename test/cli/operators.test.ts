import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCliEach } from '../support/cli.ts'
import { newEmail, register } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { enrol } from '../support/second-factor.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'

const environment = { ...(await newDatabase()), SECRET_KEY: testSecretKey }
const service = await spawnService(environment)
const at = { ...service, clock: { nowMs: Date.now() } }
const ada = await enrol(at, await register(at))
const bare = await register(at)
await service.end('SIGTERM')

/** One command after the other. `said` is without the line that names the database. */
const sallyport = (...lists: string[][]) =>
  runCliEach(environment, lists).map(({ status, stdout, stderr }) => ({
    status,
    stdout,
    said: stderr.replace(/^Using .*\n/, ''),
  }))
const reading = ['--scope', 'users:read,acts:read']
const confirm = ({ email }: { email: string }) => ['users', 'confirm', email, '--reason', 'of the tests']

test('somebody with a confirmed address and a second factor is made an operator, listed and removed', () => {
  const again = ['--scope', 'users:write', '--scope', 'users:read', '--acts-per-hour', '7', '--json']
  const [none, noneAsJson, unconfirmed, , added, listed, addedAgain, listedAgain, removed, left, twice] =
    sallyport(
      ['operators', 'list'],
      ['operators', 'list', '--json'],
      ['operators', 'add', ada.email, ...reading],
      confirm(ada),
      ['operators', 'add', ada.email, ...reading],
      ['operators', 'list'],
      ['operators', 'add', ada.userId, ...again],
      ['operators', 'list', '--json'],
      ['operators', 'remove', ada.email],
      ['operators', 'list'],
      ['operators', 'remove', ada.email],
    )
  assert.deepEqual(none, { status: 0, stdout: '', said: 'Nobody may use the console.\n' })
  assert.deepEqual(JSON.parse(noneAsJson!.stdout), [])
  assert.deepEqual(unconfirmed, {
    status: 1,
    stdout: '',
    said: 'The address of this account is not confirmed.\n',
  })
  assert.equal(added!.stdout, `${ada.email} can use the console: users:read, acts:read.\n`)
  const line = new RegExp(`^${ada.userId}  ${ada.email}: users:read,acts:read, since .+\\n$`)
  assert.match(listed!.stdout, line)
  // the last grant counts
  const granted = { scopes: ['users:read', 'users:write'], actsPerHour: 7, removalsPerDay: 5 }
  assert.deepEqual(JSON.parse(addedAgain!.stdout), { userId: ada.userId, ...granted })
  const [operator, another] = JSON.parse(listedAgain!.stdout)
  assert.equal(another, undefined)
  assert.deepEqual([operator.email, operator.scopes, operator.isLetIn], [ada.email, granted.scopes, true])
  assert.equal(removed!.stdout, `The console is closed to ${ada.email}.\n`)
  assert.deepEqual(left, none)
  assert.deepEqual(twice, { status: 1, stdout: '', said: `${ada.email} is no operator.\n` })
})

test('nobody is made an operator without a second factor, a scope that there is, or an account', () => {
  const nobody = newEmail()
  const noAccount = `There is no account ${nobody}.\n`
  const refused =
    'This account has no second factor. A passkey that signs in is one once its owner makes it one.\n'
  const cases: [args: string[], status: number, said: RegExp | string][] = [
    [['add', bare.email, ...reading], 1, refused],
    [['add', nobody, ...reading], 1, noAccount],
    [['remove', nobody], 1, noAccount],
    [['add', ada.email], 2, /--scope is missing/],
    [['add', ada.email, '--scope', 'introspect'], 2, /no scope introspect/],
    [['add', ada.email, ...reading, '--acts-per-hour', '-1'], 2, /acts-per-hour/],
    [['add', ada.email, ...reading, '--removals-per-day', 'many'], 2, /removals-per-day/],
    [['add', ...reading], 2, /operators add EMAIL/],
    [['add', 'ada', ...reading], 2, /ada is not an email address/],
    [['list', ada.email], 2, /operators list/],
    [['remove'], 2, /operators remove EMAIL/],
    [['grant', ada.email], 2, /operators ACTION/],
    [['list'], 0, 'Nobody may use the console.\n'],
  ]
  const [, ...answers] = sallyport(confirm(bare), ...cases.map(([args]) => ['operators', ...args]))
  for (const [nth, [args, status, said]] of cases.entries()) {
    const answer = answers[nth]!
    assert.deepEqual([answer.status, answer.stdout], [status, ''], `${args.join(' ')}: ${answer.said}`)
    if (typeof said === 'string') assert.equal(answer.said, said)
    else assert.match(answer.said, said)
  }
})
