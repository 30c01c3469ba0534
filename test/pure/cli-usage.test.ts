import assert from 'node:assert/strict'
import { test } from 'node:test'
import manifest from '../../package.json' with { type: 'json' }
import { keyRing } from '../../src/platform/crypto/keys.ts'
import { languages } from '../../src/platform/languages.ts'
import { tellKept } from '../support/child.ts'
import { runCli, runCliEach, runCliUnread } from '../support/cli.ts'

const sallyport = (...args: string[]) => runCli({}, ...args)

test('a key has 256 bits, and is different each time', () => {
  const [one, two] = [sallyport('key'), sallyport('key')]
  assert.match(one.stdout, /^sp_key_[\w-]{43}\n$/)
  assert.notEqual(one.stdout, two.stdout)
})

test('keys in use have ids, in order, that reveal nothing of them', () => {
  const [one, two] = ['a first secret of thirty-two bytes', 'a second one of thirty-two bytes']
  const { stdout } = runCli({ SECRET_KEY: `${one},${two}` }, 'key', '--ids')
  const ids = keyRing([one, two] as [string, string]).map(({ id }) => id.toString('hex'))
  assert.equal(stdout, `${ids.join('\n')}\n`)
  const none = runCli({ DATA_DIR: '/nonexistent' }, 'key', '--ids')
  assert.deepEqual([none.status, none.stdout], [1, ''])
  assert.match(none.stderr, /There is no key yet/)
})

test('help lists the commands, and an unknown one is an error', () => {
  const help = sallyport('help')
  assert.equal(help.status, 0)
  for (const name of ['serve', 'migrate', 'key', 'disable-two-factor EMAIL', 'version'])
    assert.ok(help.stdout.includes(name))
  const unknown = sallyport('constructor')
  assert.equal(unknown.status, 2)
  assert.match(unknown.stderr, /Unknown command: constructor/)
})

test('output that nobody reads causes no error', () => {
  assert.deepEqual(runCliUnread({}, 'help'), { status: 0, stderr: '' })
})

test('the command prints its version', () => {
  for (const name of ['version', '--version']) assert.equal(sallyport(name).stdout, `${manifest.version}\n`)
})

const tellLoaded = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })`)}`

test('without a command it serves, and loads only what serving needs', () => {
  const { status, stdout, stderr } = runCli({ PORT: 'none', NODE_OPTIONS: `--import=${tellLoaded}` })
  assert.equal(status, 1)
  assert.match(stderr, /^Invalid settings:\n {2}PORT: /)
  assert.match(stdout, /\/src\/main\.ts$/m)
  assert.doesNotMatch(stdout, /\/cli\/(doctor|users|keys|changelog)\//)
})

test('from a checkout, it caches the compiled TypeScript', () => {
  const telling = { NODE_OPTIONS: `--import=${tellKept}`, NODE_COMPILE_CACHE: undefined }
  const { status, stderr } = runCli(telling, 'version')
  assert.equal(status, 0)
  assert.match(stderr, /\/node_modules\/\.cache\/compile\//)
})

test('a command that is asked for help, or given too many arguments, does nothing', () => {
  const help = sallyport('serve', '--help')
  assert.equal(help.status, 0)
  assert.match(help.stdout, /^Usage: sallyport serve\n/)
  const wrong = [
    ['key', 'extra'],
    ['key', '--ids', 'extra'],
    ['migrate', 'now'],
    ['migrate', '--json'],
    ['migrate', '--dry-run', '--serve-as', 'ada'],
    ['migrate', '--serve-as'],
    ['back-up'],
    ['back-up', 'a', 'b'],
    ['restore'],
    ['restore', 'a', '--chek'],
    ['disable-two-factor', 'a@example.com', 'b'],
    ['users'],
    ['users', 'constructor', 'a@example.com'],
    ['users', 'invite'],
    ['users', 'invite', 'a@example.com', 'b'],
    ['users', 'invite', 'a@example.com', '--jsn'],
    ['users', 'disable', 'a@example.com'],
    ['users', 'disable', 'a@example.com', '--reason', 'ab'],
    ['users', 'find', 'a@example.com', 'b'],
    ['users', 'find', ''],
    ['users', 'show'],
    ['users', 'events', 'a@example.com', '--all'],
    ['users', 'enable'],
    ['users', 'end-sessions', 'a@example.com'],
    ['users', 'send-reset', 'a@example.com', '--reason', 'he asked'],
    ['users', 'remove-second-factor', 'a@example.com', '--reason', 'a\nb\nc'],
    ['users', 'export', 'a@example.com', '--output'],
    ['users', 'delete', 'a@example.com', '--now'],
    ['acts', 'all'],
    ['keys'],
    ['keys', 'add'],
    ['keys', 'add', '', '--scope', 'introspect'],
    ['keys', 'add', 'a', 'b', '--scope', 'introspect'],
    ['keys', 'add', 'a', '--scpe', 'introspect'],
    ['keys', 'list', '--jsn'],
    ['keys', 'revoke'],
    ['keys', 'revoke', 'shop'],
    ['keys', 'revoke', '01a20302-c9c2-7601-8360-dbade2394717', '--jsn'],
  ]
  for (const [nth, { status, stdout, stderr }] of runCliEach({}, wrong).entries()) {
    assert.deepEqual([status, stdout], [2, ''], `${wrong[nth]}`)
    assert.match(stderr, new RegExp(`^Usage: sallyport ${wrong[nth]?.[0]}`))
  }
})

test('a command that cannot understand a value prints what it accepts', () => {
  const told: [args: string[], stderr: string][] = [
    [['migrate', '--keep-events', '0'], '--keep-events must be a whole number, 1 to 36500.\n'],
    [
      ['users', 'invite', 'a@example.com', '--language', 'la'],
      `--language must be one of ${languages.join(', ')}.\n`,
    ],
    [['users', 'invite', 'nobody'], 'nobody is not an email address.\n'],
    [['users', 'show', 'nobody'], 'nobody is not an email address.\n'],
  ]
  const ended = runCliEach(
    {},
    told.map(([args]) => args),
  )
  assert.deepEqual(
    ended.map(({ status, stderr }) => [status, stderr]),
    told.map(([, stderr]) => [2, stderr]),
  )
})

test('a service key needs valid options, and the first invalid one is named', () => {
  const told: [options: string[], words: RegExp][] = [
    [[], /^--scope is missing\. Scopes:\n {2}introspect /],
    [['--scope', 'introspect,admin'], /^There is no scope admin\. Scopes:/],
    [['--scope', 'introspect', '--days', '366'], /^--days must be a whole number, 1 to 365\./],
    [['--scope', 'introspect', '--days', '0'], /^--days/],
    [['--scope', 'introspect', '--days', '1.5'], /^--days/],
    [['--scope', 'introspect', '--acts-per-hour', '0'], /^--acts-per-hour must be a whole number, 1 to/],
    [['--scope', 'introspect', '--removals-per-day', '1e9'], /^--removals-per-day must be a whole number/],
    [['--scope', 'introspect', '--network', ''], /^--network is empty\./],
    [['--scope', 'introspect', '--network', '10.0.0.0/33'], /^--network: "10\.0\.0\.0\/33" is neither/],
  ]
  const ended = runCliEach(
    {},
    told.map(([options]) => ['keys', 'add', 'shop', ...options]),
  )
  for (const [nth, { status, stdout, stderr }] of ended.entries()) {
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, told[nth]?.[1] ?? /^$/)
  }
})

test('a command without a database prints where it looked and why, but not the password', () => {
  const DATABASE_URL = 'postgres://ada:p4ssw0rd@127.0.0.1:9/accounts'
  const { status, stdout, stderr } = runCli({ DATABASE_URL }, 'deprecations')
  assert.deepEqual([status, stdout], [1, ''])
  const words = 'database accounts at 127.0.0.1:9'
  const why = `DATABASE_URL: ${words} cannot be used: connect ECONNREFUSED 127.0.0.1:9`
  assert.equal(stderr, `Using ${words}.\n${why}\n`)
})
