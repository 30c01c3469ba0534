import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { commands } from '../../cli/commands/index.ts'
import { checks } from '../../cli/doctor/index.ts'
import type { FeedEvent, FeedPage } from '../../contract/wire.ts'
import { passwordFailures } from '../../src/accounts/limits/guesses.ts'
import { settings } from '../../src/config/settings.ts'
import { scopes } from '../../src/credentials/service-keys/scopes.ts'
import { testOperations } from '../../src/test-mode/routes/operations.ts'
import { hasCurl } from '../support/has-curl.ts'
import { post } from '../support/http.ts'
import { register } from '../support/people.ts'
import { sharedService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const isForeign = (name: string) => /(^|\/)(node_modules|\.[^/]+)$/.test(name)
const pages = globSync('**/*.md', { cwd: root, exclude: isForeign }).map((file) => ({
  file,
  text: read(file),
}))
const document = JSON.parse(read('contract/openapi.json'))
const adminDocument = JSON.parse(read('contract/admin-openapi.json'))
const service = await sharedService()

test('the settings page lists those of settings.ts, word for word, with the range of each number', () => {
  const rows = tableOf('docs/settings.md').map(([name, standard, about]) => ({ name, standard, about }))
  const wanted = Object.entries(settings).map(([name, setting]) => ({
    name: `\`${name}\``,
    standard: setting.default && `\`${setting.default}\``,
    about: 'range' in setting.parse ? `${setting.about} Range: ${setting.parse.range}.` : setting.about,
  }))
  assert.deepEqual(rows, wanted)
})

test('every script and command that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = mentions(
    /\bnpm (?:run ([\w:-]+)(?![\w:-]| -w)|(start|test)\b)/g,
    (match) => match[1] ?? match[2],
  )
  const ofPackages = mentions(/\bnpm run ([\w:-]+) -w ([\w-]+)/g, (match) => `${match[2]} ${match[1]}`)
  const called = mentions(/\bnpx sallyport ([a-z-]+)/g, (match) => match[1])
  assert.ok(named.size >= 4 && called.size >= 2)
  assert.deepEqual(named.difference(new Set(Object.keys(scripts))), new Set())
  for (const [workspace = '', script = ''] of [...ofPackages].map((line) => line?.split(' ') ?? [])) {
    const folder = `packages/${workspace.replace('sallyport-', '')}`
    assert.ok(JSON.parse(read(`${folder}/package.json`)).scripts[script], `${workspace} ${script}`)
  }
  assert.deepEqual(called.difference(new Set(Object.keys(commands))), new Set())
})

test('every link between pages and files leads somewhere', () => {
  const links = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map((match) => ({ file, to: match[1] ?? '' })),
  )
  assert.ok(links.length > 10)
  const broken = links.filter(({ file, to }) => !existsSync(join(root, dirname(file), to)))
  assert.deepEqual(broken, [])
})

test('every operation that a page names is part of the interface', () => {
  const named = mentions(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`]*)`/g, (match) => `${match[1]} ${match[2]}`)
  const known = Object.entries<object>({ ...document.paths, ...adminDocument.paths }).flatMap(
    ([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const inTestMode = Object.keys(testOperations).map((name) => name.replace(/:(\w+)/, '{$1}'))
  assert.ok(named.size > 5)
  const paths = new Set([...named].map((name) => name.replace(/\?[a-z&=]+$/, '')))
  assert.deepEqual(paths.difference(new Set([...known, ...inTestMode])), new Set())
})

test("every path of README's tour is part of the interface", () => {
  const paths = [...tour().matchAll(/(?:\$BASE|\bpost )(\/[^\s"']+)/g)].map((match) =>
    match[1]?.replace('$ID', '{id}'),
  )
  assert.ok(paths.length > 5)
  assert.deepEqual(new Set(paths).difference(new Set(Object.keys(document.paths))), new Set())
})

const withoutCurl = !hasCurl() && 'curl is not installed'

test("README's tour does what it says", { skip: withoutCurl }, async () => {
  const script = tour().replace('http://127.0.0.1:3000', service.address)
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], { env, timeout: 30_000 })
  const [registered, refused, account, refreshed, same, codes, challenged, sessions, ...signedOut] = stdout
    .trimEnd()
    .split('\n')
  assert.match(registered ?? '', /^\{"accessToken":\{"type":"bearer"/)
  assert.match(refused ?? '', /^\[\{"message":"[^"]+","rule":"confirmed","field":"passwordConfirmation"/)
  assert.match(account ?? '', /"email":"ada@example\.com"/)
  assert.match(refreshed ?? '', /^\{"accessToken":/)
  assert.equal(same, 'the same')
  assert.match(codes ?? '', /^\{"backup":\["[0-9A-Z-]{19}",/)
  assert.match(challenged ?? '', /"code":"two_factor_required","challenge":"sp_ch_/)
  assert.match(sessions ?? '', /^\[\{"id":"[^"]+","current":true.+"methods":\["password","backup_code"\]/)
  assert.deepEqual(signedOut, [
    '204',
    '{"message":"A valid access token is required.","code":"unauthorized"}',
  ])
})

test('the guide to recovery states the rule for wrong passwords', () => {
  const { rule } = passwordFailures(undefined, 'ada@example.com', { bucket: '' })
  const limits = {
    free: 10,
    forgetSeconds: 15 * 60,
    firstWaitSeconds: 1,
    maxWaitSeconds: 15 * 60,
    inARow: 100,
  }
  // change the guides with the rule
  assert.deepEqual(rule, { wait: 'doubling', ...limits })
  const [, told = ''] = read('docs/guides/recover-an-account.md').split('### Too many wrong passwords')
  for (const words of [
    'Ten wrong passwords',
    'up to 15 minutes',
    `fail ${settings.FAILURES_PER_ADDRESS.default} times`,
  ])
    assert.ok(told.includes(words), words)
  assert.match(told, /After 100 wrong passwords in a row/)
  assert.match(read('docs/guides/run-it-for-people.md'), /ten wrong passwords from one place/)
})

test('the first guide says where an application’s own data about people belongs', () => {
  const [, told = ''] = read('docs/guides/sign-in-from-a-web-app.md').split('## Where a name, a picture')
  for (const words of ["by the account's `id`", '`user.registered`', '`account.deleted`'])
    assert.ok(told.includes(words), words)
})

const checkTokens = 'docs/guides/check-tokens-in-your-other-services.md'

test('the guides for operators and for services list their scopes, and no others', () => {
  const known = Object.keys(scopes).map((name) => `\`${name}\``)
  assert.deepEqual(
    tableOf('docs/guides/run-it-for-people.md').map(([name]) => name),
    known,
  )
  const ofServices = tableOf(checkTokens).map(([name = '']) => name)
  assert.equal(ofServices.length, 3)
  assert.deepEqual(new Set(ofServices).difference(new Set(known)), new Set())
})

test('the guide to the doctor lists every check', () => {
  const shown = tableOf('docs/guides/check-it.md').map(([name]) => name)
  const named = checks.map(({ name }) => `\`${name === 'providers' ? 'provider-…' : name}\``)
  assert.deepEqual(new Set(shown), new Set([...named, '`memory`', '`left-out`']))
})

test('the commands of the guide check tokens, and learn of a sign-out', { skip: withoutCurl }, async () => {
  const [byForm, byJson, inBatch, atPresent, waiting, asStream] = [
    ...read(checkTokens).matchAll(/^```sh\n(curl .*?)\n```$/gms),
  ].map((match) => match[1] ?? '')
  const { key } = await newServiceKey(service)
  const person = await register(service)
  const env = { ...process.env, SERVICE_KEY: key, TOKEN: person.accessToken, OTHER: person.refreshToken }
  const run = async (command = '') => {
    const script = command.replace('https://accounts.example.com', service.address)
    return (await promisify(execFile)('sh', ['-euc', script], { env, timeout: 30_000 })).stdout
  }
  const told = JSON.parse(await run(byForm))
  assert.equal(told.sub, person.userId)
  const [, shown = ''] = /^(\{"active":true.*\})$/m.exec(read(checkTokens)) ?? []
  assert.deepEqual(Object.keys(JSON.parse(shown)), Object.keys(told))
  assert.deepEqual(JSON.parse(await run(byJson)), told)
  assert.deepEqual(JSON.parse(await run(inBatch)), { results: [told, { active: false }] })
  const { next } = JSON.parse(await run(atPresent))
  await post(service, '/auth/logout', undefined, { token: person.accessToken })
  const since = (command = '', after = next) => command.replace(/after=(now|[0-9.]+)/, `after=${after}`)
  // those of the tour may come first
  const heard: FeedEvent[] = []
  for (let after = next; !heard.some(({ sessionId }) => sessionId === told.sid); ) {
    const page: FeedPage = JSON.parse(await run(since(waiting, after)))
    heard.push(...page.events)
    after = page.next
  }
  assert.deepEqual(new Set(heard.map(({ type }) => type)), new Set(['session.ended']))
  const stream = await run(`${since(asStream)} --max-time 2 || true`)
  assert.match(stream, /^retry: 1000\n\nid: [0-9.]+\ndata: \{/)
})

/** The cells of a page's first table, without its head. */
function tableOf(file: string): string[][] {
  const lines = read(file).split('\n')
  const start = lines.findIndex((line) => line.startsWith('|---'))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const rows = lines.slice(start + 1, end)
  return rows.map((row) => row.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()))
}

/** The commands of README's tour, in order. */
function tour(): string {
  const [, rest = ''] = read('README.md').split('\n## A five-minute tour\n')
  const [section = ''] = rest.split('\n## ')
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1]).join('')
}

function mentions(pattern: RegExp, pick: (match: RegExpExecArray) => string | undefined): Set<string> {
  const found = pages.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => pick(match) ?? ''))
  return new Set(found)
}
