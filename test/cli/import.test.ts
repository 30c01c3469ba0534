import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../support/at-end.ts'
import { runCli, runCliPiped } from '../support/cli.ts'
import { newEmail } from '../support/people.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'

const settings = { SECRET_KEY: testSecretKey, ...(await newDatabase()) }
const folder = await mkdtemp(join(tmpdir(), 'sallyport-import-'))
atEnd(() => rm(folder, { recursive: true }))
let files = 0

const fileOf = async (lines: readonly unknown[], ending = 'jsonl') => {
  const path = join(folder, `${files++}.${ending}`)
  await writeFile(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return path
}

const md5 = (text: string) => ({ scheme: 'md5', hash: createHash('md5').update(text).digest('hex') })
const person = (more: object = {}) => ({ email: newEmail(), emailVerified: true, ...more })
const run = (...args: string[]) => runCli(settings, 'import', ...args)

test('a file is imported once, and the command says what came', async () => {
  const path = await fileOf([
    person({ password: md5('x') }),
    '',
    person({ emailVerified: false, password: md5('x') }),
  ])
  const { status, stdout, stderr } = run(path)
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^2 imported, 0 skipped, 0 failed\.\nPasswords: 2 md5\.\nNot confirmed: 1 addresses\./)
  const again = run(path)
  assert.equal(again.status, 1)
  assert.match(again.stderr, /was imported on \d{4}-\d\d-\d\d: nothing is left of it/)
  const anew = run(path, '--again', '--on-conflict', 'skip')
  assert.deepEqual([anew.status, anew.stdout.split('\n')[0]], [0, '0 imported, 2 skipped, 0 failed.'])
})

test('each line is in the report, which only its owner may read, and any failure is exit code 1', async () => {
  const people = [person(), { email: 'nonsense' }, '{"email":', person({ shoeSize: 43 })]
  const [path, report] = [await fileOf(people), join(folder, 'report.jsonl')]
  const { status, stdout } = run(path, '--report', report)
  assert.equal(status, 1)
  assert.match(stdout, /^1 imported, 0 skipped, 3 failed\.\n/)
  assert.match(stdout, /line 2 \(nonsense\): bad_email/)
  const lines = (await readFile(report, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ line, outcome, reason }) => [line, outcome, reason]),
    [
      [1, 'imported', null],
      [2, 'failed', 'bad_email'],
      [3, 'failed', 'bad_line'],
      [4, 'failed', 'unknown_key'],
    ],
  )
  assert.equal((await stat(report)).mode & 0o777, 0o600)
  assert.match(run(path, '--again', '--report', report).stderr, /cannot be written/)
  const [other, text] = [await fileOf([person()]), await readFile(report, 'utf8')]
  for (let nth = 0; nth < 2; nth++) assert.match(run(other, '--report', report).stderr, /cannot be written/)
  assert.equal(await readFile(report, 'utf8'), text)
})

test('a dry run writes nothing', async () => {
  const path = await fileOf([person(), { email: 'nonsense' }])
  const dry = run(path, '--dry-run')
  assert.equal(dry.status, 1)
  assert.match(dry.stdout, /^Nothing was written\. 1 would be imported, 0 skipped, 1 failed\./)
  assert.match(run(path).stdout, /^1 imported, 0 skipped, 1 failed\./)
})

test('a known password is proven against the file before anything is written', async () => {
  const ada = person({ password: md5('correct horse') })
  const [path, typed, wrong] = [await fileOf([person(), ada]), join(folder, 'typed'), join(folder, 'wrong')]
  await writeFile(typed, 'correct horse\n')
  await writeFile(wrong, 'incorrect horse\n')
  const refused = runCliPiped(settings, wrong, 'import', path, '--prove', ada.email)
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /is not the password of .* Nothing was written/)
  const nobody = runCliPiped(settings, typed, 'import', path, '--prove', newEmail())
  assert.match(nobody.stderr, /has no password of/)
  const proven = runCliPiped(settings, typed, 'import', path, '--prove', ada.email)
  assert.deepEqual(
    [proven.status, proven.stdout.split('\n')[0]],
    [0, '2 imported, 0 skipped, 0 failed.'],
    proven.stderr,
  )
})

test('people are piped, and CSV is read by its header', async () => {
  const piped = runCliPiped(settings, await fileOf([person()]), 'import', '-')
  assert.match(piped.stdout, /^1 imported/, piped.stderr)
  const { hash } = md5('x')
  const csv = [
    'email,emailVerified,externalId,password.scheme,password.hash',
    `${newEmail()},true,csv-1,md5,${hash}`,
    `${newEmail()},false,,,`,
  ]
  const { stdout, stderr } = run(await fileOf(csv, 'csv'))
  assert.match(stdout, /^2 imported, 0 skipped, 0 failed\.\nPasswords: 1 md5, 1 none\./, stderr)
})

test('the export of another system is read as it is', async () => {
  const row = {
    id: 7,
    email: newEmail(),
    password: `md5$salt$${createHash('md5').update('saltx').digest('hex')}`,
    is_active: true,
    date_joined: '2020-01-01 10:00:00+00',
  }
  const { stdout, stderr } = run(await fileOf([row]), '--from', 'django')
  assert.match(stdout, /^1 imported, 0 skipped, 0 failed\.\nPasswords: 1 md5\./, stderr)
})

test('a command that is called wrongly says so', async () => {
  const path = await fileOf([person()])
  for (const [args, words] of [
    [[], /Usage: sallyport import FILE/],
    [[path, '--on-conflict', 'overwrite'], /--on-conflict must be one of fail, skip, add/],
    [[path, '--from', 'myspace'], /--from must be one of supabase/],
    [[path, '--wrap', 'some'], /--wrap must be all/],
    [[path, '--format', 'xml'], /--format must be jsonl or csv/],
    [['-', '--prove', 'ada@example.com'], /--prove needs a file/],
  ] as const) {
    const { status, stderr } = run(...args)
    assert.equal(status, 2, args.join(' '))
    assert.match(stderr, words)
  }
  assert.match(run(join(folder, 'nowhere')).stderr, /nowhere cannot be read/)
  assert.match(run(folder).stderr, /is not a file/)
})
