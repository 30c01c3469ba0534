import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { commands } from '../cli/commands/index.ts'
import { settings } from '../src/config/settings.ts'
import { startTestService } from './support/service.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const isForeign = (name: string) => /(^|\/)(node_modules|\.[^/]+)$/.test(name)
const pages = globSync('**/*.md', { cwd: root, exclude: isForeign }).map((file) => ({
  file,
  text: read(file),
}))
const document = JSON.parse(read('contract/openapi.json'))
const service = await startTestService()

test('the page of the settings has those of settings.ts, word for word', () => {
  const rows = tableOf('docs/settings.md').map(([name, standard, about]) => ({ name, standard, about }))
  const wanted = Object.entries(settings).map(([name, setting]) => ({
    name: `\`${name}\``,
    standard: setting.default && `\`${setting.default}\``,
    about: setting.about,
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
  const known = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.ok(named.size > 5)
  assert.deepEqual(named.difference(new Set(known)), new Set())
})

test("every path of README's tour is part of the interface", () => {
  const paths = [...tour().matchAll(/(?:\$BASE|\bpost )(\/[^\s"']+)/g)].map((match) =>
    match[1]?.replace('$ID', '{id}'),
  )
  assert.ok(paths.length > 5)
  assert.deepEqual(new Set(paths).difference(new Set(Object.keys(document.paths))), new Set())
})

test("README's tour does what it says", { skip: hasCurl() ? false : 'curl is not installed' }, async () => {
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

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
