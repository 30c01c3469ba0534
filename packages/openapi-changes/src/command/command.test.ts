import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { compareDocuments } from '../compare.ts'
import { rules } from '../rules.ts'
import { diff } from './diff.ts'

const name = 'openapi-changes'
const program = fileURLToPath(new URL('./main.ts', import.meta.url))

type Ended = { code: number; stdout: string; stderr: string }

const runWith = (input: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { timeout: 30_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
    // a program that refuses its arguments reads nothing
    child.stdin?.on('error', () => {}).end(input)
  })

const run = (...args: string[]): Promise<Ended> => runWith('', ...args)

const usage = `Usage: ${name} OLD NEW [--format text|json|markdown|github] [--accept FILE] [--only OPERATION]... [--strict] [--all]`

const operation = (post: object) => ({ openapi: '3.1.0', paths: { '/things': { post } } })
const bodyOf = (schema: object) => operation({ requestBody: { content: { 'application/json': { schema } } } })
const object = (required: string[]) => ({ type: 'object', properties: { a: { type: 'string' } }, required })

const folder = await mkdtemp(join(tmpdir(), 'openapi-changes-'))
after(() => rm(folder, { recursive: true, force: true }))
const file = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const optional = await file('optional.json', bodyOf(object([])))
const required = await file('required.json', bodyOf(object(['a'])))

test('what breaks nothing ends with 0, what breaks something with 1, and what cannot be compared with 2', async () => {
  const [fine, breaking, broken, none] = await Promise.all([
    run(required, optional),
    run(optional, required),
    run(optional, await file('broken.json', '{"openapi": ')),
    run(),
  ])
  assert.deepEqual([fine.code, fine.stderr], [0, ''])
  assert.match(fine.stdout, /\(request-property-became-optional\)\n1 change, 0 breaking\n$/)
  assert.deepEqual([breaking.code, breaking.stderr], [1, ''])
  assert.match(
    breaking.stdout,
    /^BREAKING .+\n.+\(request-property-became-required\)\n1 change, 1 breaking\n$/,
  )
  assert.deepEqual([broken.code, broken.stdout, none.code, none.stdout], [2, '', 2, ''])
  assert.match(broken.stderr, /^\S+broken\.json is neither JSON nor YAML: .+\n$/)
  assert.equal(none.stderr, `${usage}\n`)
})

test('output that nobody reads ends nothing: there is no trace, and the exit code is the same', () => {
  const unread = (both: '' | '2>&1', ...args: string[]) => {
    // the reader has gone before anything is written
    const command = `{ { sleep 0.2; "$@" ${both}; echo $? >&3; } | true; } 3>&1`
    const given = ['-c', command, 'sh', process.execPath, program, ...args]
    const { stdout, stderr } = spawnSync('sh', given, { encoding: 'utf8', timeout: 30_000 })
    return [stdout, stderr]
  }
  assert.deepEqual(unread('', optional, required), ['1\n', ''])
  assert.deepEqual(unread('2>&1', optional, required, '--loud'), ['2\n', ''])
})

test('programs read the same changes as JSON', async () => {
  const { exitCode, output } = await diff([optional, required, '--json'], name)
  const { breaking, changes } = JSON.parse(output)
  assert.deepEqual([exitCode, breaking], [1, 1])
  assert.deepEqual(changes, [
    {
      kind: 'modified',
      target: 'POST /things · request.body.a',
      operation: 'POST /things',
      path: '/paths/~1things/post/requestBody/content/application~1json/schema/required/0',
      rule: 'request-property-became-required',
      breaking: true,
      reason: 'The property is now required, so requests that were valid may be refused.',
      deprecatedBefore: false,
    },
  ])
})

test('the command tells how it is called, and which version it is', async () => {
  const [help, short, version] = await Promise.all([run('--help'), run(optional, '-h'), run('--version')])
  assert.deepEqual([help.code, help.stderr], [0, ''])
  assert.ok(help.stdout.startsWith(`${usage}\n`))
  for (const word of ['explain', '--accept', '--version', 'NO_COLOR', 'Exit codes', 'URLs are not read'])
    assert.ok(help.stdout.includes(word), word)
  assert.deepEqual(short, help)
  assert.deepEqual(version, { code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test('another name of a path parameter is a note, unless names alone count', async () => {
  const named = (name: string) => ({
    openapi: '3.1.0',
    paths: { [`/a/{${name}}`]: { get: { parameters: [{ name, in: 'path', required: true }] } } },
  })
  const files = [await file('id.json', named('id')), await file('key.json', named('key'))]
  const [lenient, strict] = [await diff(files, name), await diff(['--strict', ...files], name)]
  assert.equal(lenient.exitCode, 0)
  assert.match(lenient.output, /\(path-parameter-renamed\)\n1 change, 0 breaking/)
  assert.equal(strict.exitCode, 1)
  assert.match(strict.output, /\(path-removed\).+\(path-added\)\n2 changes, 1 breaking/s)
})

test('only some operations can be looked at, with what several share and what belongs to none', async () => {
  const document = (isNewer: boolean) => {
    const key = isNewer ? 'key' : 'id'
    const order = { type: 'object', properties: { id: { type: isNewer ? 'string' : 'integer' } } }
    const schema = { $ref: '#/components/schemas/Order' }
    const responses = { 200: { description: '', content: { 'application/json': { schema } } } }
    const note = { name: 'note', in: 'query', required: isNewer, schema: { type: 'string' } }
    return {
      openapi: '3.1.0',
      paths: {
        '/orders': { get: { responses, parameters: [note] } },
        [`/orders/{${key}}`]: { get: { responses, parameters: [{ name: key, in: 'path', required: true }] } },
        '/stock': { get: { responses: {}, parameters: [note] } },
      },
      webhooks: isNewer ? { gone: { post: {} } } : {},
      components: { schemas: { Order: order } },
    }
  }
  const files = [await file('before.json', document(false)), await file('after.json', document(true))]
  const targetsOf = async (...only: string[]) => {
    const args = only.flatMap((pattern) => ['--only', pattern])
    const { exitCode, output } = await diff([...files, '--json', ...args], name)
    return [exitCode, ...JSON.parse(output).changes.map(({ target }: { target: string }) => target)]
  }
  const shared = 'schema Order · id'
  const [orders, stock] = ['GET /orders · request.query.note', 'GET /stock · request.query.note']
  const [webhook, renamed] = ['webhook.gone', 'GET /orders/{key} · request.path.key']
  assert.deepEqual(await targetsOf('GET /orders*'), [1, orders, shared, webhook, renamed])
  assert.deepEqual(await targetsOf('* /stock'), [1, stock, webhook])
  assert.deepEqual(await targetsOf('GET /orders/{id}', 'GET /stock'), [1, stock, shared, webhook, renamed])
  await assert.rejects(targetsOf('GET /order'), {
    message: '--only GET /order: neither document has such an operation.',
  })
})

test('whatever is wrong is said in a word, and with its place', async () => {
  const broken = 'openapi: 3.1.0\npaths:\n  /a: {get: {}\n  /b: {}\n'
  const lost = bodyOf({ $ref: '#/components/schemas/Ordr' })
  const withOrder = { ...lost, components: { schemas: { Order: { type: 'string' } } } }
  const cases: [args: string[], message: RegExp | string][] = [
    [[], usage],
    [[optional], usage],
    [[optional, required, optional], usage],
    [[optional, required, '--loud'], `Unknown option '--loud'. ${usage}`],
    [[optional, required, '--acept=x'], `Unknown option '--acept'. Did you mean --accept? ${usage}`],
    [[optional, required, '--json=yes'], /^Option '--json' does not take an argument\. Usage: .+$/],
    [
      [optional, required, '--format=jsn'],
      'There is no format jsn, only text, json, markdown, github. Did you mean json?',
    ],
    [['-', '-'], 'Only one of the two documents can be standard input.'],
    [[optional, join(folder, 'none.json')], /none\.json cannot be read: there is no such file\.$/],
    [[optional, folder], /cannot be read: it is a folder\.$/],
    [[optional, await file('empty.yaml', '\n')], /empty\.yaml is empty\.$/],
    [
      [optional, await file('list.yaml', '- a')],
      /list\.yaml: It is not an OpenAPI document: it is not an object\.$/,
    ],
    [[optional, await file('other.json', { name: 'a' })], /other\.json: .+: it has no `openapi` field\.$/],
    [[optional, await file('2.json', { swagger: '2.0' })], /2\.json: It is of Swagger 2\.0, and only .+$/],
    [
      [optional, 'https://127.0.0.1:1/openapi.json'],
      /^https:\/\/127\.0\.0\.1:1\/openapi\.json is a URL, and URLs are not read\. Download it, .+$/,
    ],
    [
      [optional, await file('broken.yaml', broken)],
      /^\S+broken\.yaml is neither JSON nor YAML: .+ at line 4, column \d+$/,
    ],
    [[optional, await file('broken2.json', '{\n  "openapi": "3.1.0",,\n}')], / at line 2, column \d+$/],
    [[optional, await file('page.html', '<html>\n<body>a: b: c')], /page\.html/],
    [[optional, await file('bomb.yaml', bomb())], /bomb\.yaml has aliases that stand for too much\.$/],
    [
      [optional, await file('odd.json', operation({ parameters: {} }))],
      /odd\.json: .+\/parameters is not a list/,
    ],
    [[await file('odd2.json', bodyOf({ type: 'text' })), optional], /odd2\.json: .+\/type is not a type/],
    [
      [optional, await file('lost.json', withOrder)],
      /lost\.json: \/paths\/.+\/schema refers to #\/components\/schemas\/Ordr, which does not exist\. Did you mean Order\?$/,
    ],
    [[await file('lost2.json', lost), optional], /lost2\.json: .+ refers to .+Ordr, which does not exist\.$/],
    [
      [optional, await file('far.json', bodyOf({ $ref: 'http://127.0.0.1:1/secret.json' }))],
      /far\.json: .+only references inside the document are followed/,
    ],
    [
      [optional, required, '--accept', join(folder, 'no.json')],
      /no\.json cannot be read: there is no such file/,
    ],
    [[optional, required, '--accept', optional], /optional\.json: The accepted changes are not a list\.$/],
    [
      [optional, required, '--accept', await file('bare.json', [{ rule: 'a' }])],
      /bare\.json: Accepted change 1 has no/,
    ],
  ]
  for (const [args, message] of cases) await assert.rejects(diff(args, name), { message })
  const line = await run(optional, join(folder, 'none.json'))
  assert.deepEqual([line.code, line.stdout, line.stderr.split('\n').length], [2, '', 2])
})

test('a broken reference of a published document is told, and those of a new one are refused, wherever they are', async () => {
  const unused = (name: string) => ({
    ...bodyOf(object([])),
    components: { schemas: { Spare: { $ref: `#/components/schemas/${name}` } } },
    'x-notes': { $ref: '#/nowhere' },
  })
  const [lost, found] = [await file('unused.json', unused('Gone')), await file('sound.json', unused('Spare'))]
  const { exitCode, complaint } = await diff([lost, found], name)
  assert.equal(exitCode, 0)
  assert.match(
    complaint ?? '',
    /^\S+unused\.json: \/components\/schemas\/Spare refers to \S+Gone, which does not exist\.\n$/,
  )
  await assert.rejects(diff([found, lost], name), /unused\.json: .+Gone, which does not exist/)
})

test('either document may come by standard input', async () => {
  const yaml = 'openapi: 3.1.0\npaths:\n  /things:\n    post: {}\n'
  const [newer, older] = [await runWith(yaml, optional, '-'), await runWith(yaml, '-', required)]
  assert.match(newer.stdout, /\(request-body-removed\)\n1 change, 1 breaking\n$/)
  assert.match(older.stdout, /\(request-body-added-optional\)\n1 change, 0 breaking\n$/)
  assert.deepEqual([newer.code, older.code], [1, 0])
  const broken = await runWith('{', optional, '-')
  assert.deepEqual([broken.code, broken.stdout], [2, ''])
  assert.match(broken.stderr, /^Standard input is neither JSON nor YAML: .+\n$/)
})

test('what is accepted breaks no build, and what is accepted in vain is told', async () => {
  const entry = {
    rule: 'request-property-became-required',
    target: 'POST /things · request.body.a',
    reason: 'Everybody sends it.',
  }
  const list = await file(
    'accepted.yaml',
    `- rule: ${entry.rule}\n  target: "${entry.target}"\n  reason: ${entry.reason}\n`,
  )
  const accepted = await run(optional, required, '--accept', list)
  assert.deepEqual([accepted.code, accepted.stderr], [0, ''])
  assert.match(
    accepted.stdout,
    /^accepted .+\n.+\n {20}Accepted: Everybody sends it\.\n1 change, 0 breaking, 1 accepted\n$/,
  )
  const vain = await run(required, optional, '--accept', list)
  assert.equal(vain.code, 0)
  assert.match(vain.stderr, /accepted\.yaml accepts something that is not a breaking change: \S+, POST .+\n$/)
  const { breaking, changes } = JSON.parse(
    (await diff([optional, required, '--json', '--accept', list], name)).output,
  )
  assert.deepEqual([breaking, changes[0].accepted], [0, entry.reason])
  const notice = await diff([optional, required, '--format=github', '--accept', list], name)
  assert.match(notice.output, /^::notice file=.+ Accepted: Everybody sends it\.\n/)
})

test('annotations name the file and the line, in JSON and YAML, and nothing in a document ends them', async () => {
  const yaml = (body: string) => `openapi: 3.1.0\npaths:\n  "/a,b":\n    post:\n      requestBody:\n${body}`
  const content = (schema: string) => `        content:\n          a/b:\n            schema: ${schema}\n`
  const [from, to] = [
    await file('from.yaml', yaml(content('{type: string}'))),
    await file('to, it.yaml', yaml(content('{type: string, pattern: "100%: ::error::"}'))),
  ]
  const { output } = await diff([from, to, '--format', 'github'], name)
  const [line = '', count] = output.split('\n')
  assert.match(
    line,
    /^::error file=[^:]*to%2C it\.yaml,line=8,title=request-body-pattern-added::POST \/a,b · /,
  )
  assert.match(line, /100%25: ::error::/)
  assert.equal(count, '1 change, 1 breaking')
  const json = await file('lines.json', JSON.stringify(bodyOf(object(['a'])), null, 2))
  assert.match((await diff([optional, json, '--format', 'github'], name)).output, /lines\.json,line=17,/)
  const gone = await file('gone.json', '{\n  "openapi": "3.1.0",\n  "paths": {}\n}')
  assert.match((await diff([optional, gone, '--format', 'github'], name)).output, /gone\.json,line=3,/)
  const piped = await runWith(JSON.stringify(bodyOf(object(['a']))), optional, '-', '--format', 'github')
  assert.match(piped.stdout, /^::error title=request-property-became-required::/)
})

test('in Markdown what breaks is in sight, the rest is folded, and no name or value becomes markup', async () => {
  const [from, to] = [bodyOf({ type: 'string' }), bodyOf({ type: 'string', pattern: '`<b>*@you #1\\|' })]
  const { output } = await diff(
    [await file('md1.json', from), await file('md2.json', to), '--format=markdown'],
    name,
  )
  assert.match(
    output,
    /^### 1 change, 1 breaking\n\n#### Breaking\n\n- `POST \/things`\n {2}- modified `request\.body` – /,
  )
  assert.ok(output.includes('\\`\\<b\\>\\*@<!-- -->you #<!-- -->1\\\\\\|'), output)
  const fine = await diff([required, optional, '--format=markdown'], name)
  assert.match(
    fine.output,
    /^### 1 change, 0 breaking\n\n<details>\n<summary>Other changes \(1\)<\/summary>\n\n- /,
  )
  const tick = await file('tick.json', { openapi: '3.1.0', paths: { '/`a``': { get: {} } } })
  assert.ok(
    (await diff([optional, tick, '--format=markdown'], name)).output.includes('- ``` GET /`a`` ```\n'),
  )
})

test('a large comparison is short: the same words are said once, and --all has every place', async () => {
  const many = (more: (nth: number) => object) => ({
    openapi: '3.1.0',
    paths: Object.fromEntries(
      Array.from({ length: 300 }, (_, nth) => [`/${nth}`, { get: { responses: { 200: json(more(nth)) } } }]),
    ),
  })
  const json = (properties: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  })
  const [older, newer] = [
    await file(
      'many1.json',
      many(() => ({ a: {} })),
    ),
    await file(
      'many2.json',
      many((nth) => (nth < 100 ? {} : { a: {}, b: {} })),
    ),
  ]
  const { output } = await diff([older, newer], name)
  const lines = output.trimEnd().split('\n')
  assert.equal(lines.length, 101 + 12 + 1)
  assert.equal(lines.filter((line) => line.includes('(response-property-removed)')).length, 1)
  assert.ok(lines.includes(`${' '.repeat(20)}and 190 more: --all lists them`))
  assert.equal(lines.at(-1), '300 changes, 100 breaking')
  const whole = (await diff([older, newer, '--all'], name)).output
  assert.equal(whole.match(/GET \/\d+ · /g)?.length, 300)
})

test('nothing in a document begins a line of its own', async () => {
  const hostile = '::stop-commands::x'
  const withPath = (path: string) => ({ openapi: '3.1.0', paths: { [path]: { get: {} } } })
  const older = await file('hostile1.json', withPath(`/a\n${hostile}`))
  const newer = await file('hostile2.json', {
    ...withPath(`/a\r${hostile}`),
    paths: { [`/b\u2028${hostile}`]: { get: { parameters: [{ $ref: `#/\n${hostile}` }] } } },
  })
  const accepted = [{ rule: 'path-removed', target: `GET /\n${hostile}`, reason: 'No one called it.' }]
  const told = await run(older, optional, '--accept', await file('hostile.json', accepted))
  const refused = await run(older, newer)
  assert.deepEqual([told.code, refused.code], [1, 2])
  for (const { stdout, stderr } of [told, refused]) assert.doesNotMatch(stdout + stderr, /[\n\r\u2028]\s*::/)
  assert.match(told.stdout, /GET \/a\ufffd::stop-commands::x\n/)
})

test('colours are for terminals', async () => {
  const plain = (await run(optional, required)).stdout
  assert.ok(plain.startsWith('BREAKING  modified'))
  const { output } = await diff([optional, required], name, true)
  assert.ok(output.startsWith('\u001b[31mBREAKING\u001b[39m  modified'))
  assert.equal(output.replaceAll(/\p{Cc}\[\d+m/gu, ''), plain)
})

test('explain lists the rules, and tells about one with the pair of its test', async () => {
  const list = await run('explain')
  assert.equal(list.stdout.trimEnd().split('\n').length, rules.size)
  const told = await run('explain', 'request-property-maximum-lowered')
  assert.equal(told.code, 0)
  for (const part of [
    'modified, breaking',
    'The maximum changed from … to …',
    'Before:',
    'maximum: 2',
    'After:',
    'maximum: 1',
  ])
    assert.ok(told.stdout.includes(part), part)
  assert.match(told.stdout, /Found:\n {2}BREAKING .+\n.+\(request-property-maximum-lowered\)\n/)
  const { why, older, newer } = JSON.parse((await run('explain', 'path-added', '--json')).stdout)
  assert.equal(why, 'No client calls it yet.')
  assert.deepEqual(
    compareDocuments(older, newer).map(({ rule }) => rule),
    ['path-added'],
  )
  assert.match((await run('explain', 'operation-removed-before-sunset')).stdout, /\nFound on 2026-12-31:\n/)
  const unknown = await run('explain', 'path-aded')
  assert.deepEqual([unknown.code, unknown.stdout], [2, ''])
  assert.match(
    unknown.stderr,
    /^There is no rule path-aded\. Did you mean path-added\? "openapi-changes explain" lists/,
  )
})

test('a name from a document cannot move the cursor', async () => {
  const nasty = await file('nasty.json', { openapi: '3.1.0', paths: { '/\u001b[2J\u202e': { get: {} } } })
  const { output } = await diff([nasty, optional], name)
  assert.match(output, /GET \/\ufffd\[2J\ufffd\n/)
})

function bomb(): string {
  const levels = Array.from(
    { length: 30 },
    (_, level) => `a${level}: &a${level} [${level ? `*a${level - 1}, *a${level - 1}` : '1'}]`,
  )
  return `openapi: 3.1.0\n${levels.join('\n')}\n`
}
