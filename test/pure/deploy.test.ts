import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mailServer } from '../../src/config/parsers/mail.ts'
import { secretFiles } from '../../src/config/secret-files.ts'
import { settings } from '../../src/config/settings.ts'
import { testConfig } from '../../src/test-mode/settings.ts'
import { packedManifest } from '../../tools/pack/manifest.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const dockerfile = read('deploy/Dockerfile')
const compose = read('deploy/compose.yml')
const viewer = read('deploy/mail-viewer.yml')
const unit = read('deploy/sallyport.service')
const guide = read('docs/guides/deploy.md')
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map(read)

test('every variable set for the service is a setting', () => {
  const [, ofService = ''] = /\n {4}environment:\n((?: {6}.+\n)+)/.exec(compose) ?? []
  const named = [
    ...matches(ofService, /^ {6}(\w+):/gm),
    ...matches(unit, /(?<=^Environment=.*)\b([A-Z_]+)=/gm),
    ...matches(guide, /^([A-Z_]+)=/gm),
    ...matches(dockerfile, /(?<=^ENV .*)\b([A-Z_]+)=/gm),
  ].filter((name) => !['NODE_ENV', 'MALLOC_ARENA_MAX'].includes(name))
  assert.ok(named.length > 15)
  const known = new Set([...Object.keys(settings), ...secretFiles])
  assert.deepEqual(new Set(named).difference(known), new Set())
})

test('the mail viewer of the Compose file has no TLS, so it is on loopback', () => {
  const [url = ''] = matches(compose, /SMTP_URL: \$\{SMTP_URL:-(.+)\}/g)
  assert.equal(mailServer(url).isLoopback, true)
  assert.match(viewer, /\n {2}mail:\n(?: {4}.+\n)* {4}network_mode: service:sallyport\n/)
})

test('Compose publishes what the service listens on, and the port of the mail viewer only where that runs', () => {
  const published = (text: string) => matches(text, /"127\.0\.0\.1:(\d+):\1"/g)
  assert.deepEqual(published(compose), ['3000', '3001'])
  assert.deepEqual(published(viewer), ['8025'])
  assert.ok(guide.includes('compose --file deploy/compose.yml --file deploy/mail-viewer.yml up\n'))
})

test('everything copied into the image exists, and is let through to the build', () => {
  const sources = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((list) => list.split(' '))
  assert.ok(sources.length > 5)
  const ignored = read('.dockerignore')
  for (const source of sources) {
    assert.ok(existsSync(join(root, source)), source)
    assert.ok(ignored.includes(`\n!${source}\n`), source)
  }
})

test('image and unit start the packed program', () => {
  const { sallyport } = packedManifest.bin
  assert.ok(existsSync(join(root, sallyport)))
  assert.ok(dockerfile.includes(`ln -s /app/${sallyport} /usr/local/bin/sallyport`))
  assert.match(dockerfile, /\nENTRYPOINT \["sallyport"\]\n/)
  assert.match(dockerfile, /\nCMD \["serve"\]\n$/)
  assert.match(unit, /^ExecStart=\/opt\/sallyport\/node_modules\/\.bin\/sallyport serve$/m)
})

test('test mode has an image of its own, with a database and with nothing set that it refuses', () => {
  const [, , program = '', tests = '', service = ''] = dockerfile.split(/^FROM /m)
  assert.match(program, /^\$\{NODE\} AS program\n/)
  assert.match(tests, /^program AS test\n/)
  assert.match(service, /^program\n/)
  const database = 'node_modules/@electric-sql/pglite'
  assert.ok(existsSync(join(root, database)))
  assert.ok(tests.includes(`COPY --from=build --chown=0:0 /build/${database} /app/${database}\n`))
  assert.ok(!program.includes(database) && !service.includes(database))
  assert.match(tests, /'http:\/\/localhost:4000\/test\/clock'.+\nCMD \["test", "--port", "4000"\]\n/)
  testConfig(environmentOf(program + tests), 4000)
  assert.throws(() => testConfig(environmentOf(program + service), 4000), /DATA_DIR: .+\nHOST: /)
  for (const stage of [tests, service]) assert.match(stage, /^USER 65532:65532$/m)
})

/** What a stage of the image sets. */
function environmentOf(stage: string) {
  const variables = stage.matchAll(/(?<=^ENV .*)\b(\w+)=(\S*)/gm)
  return Object.fromEntries(variables.map(([, name = '', value = '']) => [name, value]))
}

test('no external part can change unnoticed: actions are pinned by commit, the image by digest', () => {
  const actions = workflows.flatMap((workflow) => matches(workflow, /uses: (?!\.\/)(.+)/g))
  assert.ok(actions.length > 5)
  for (const action of actions) assert.match(action, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  assert.match(dockerfile, /^ARG NODE=node:26-\S+@sha256:[0-9a-f]{64}$/m)
  for (const workflow of workflows) assert.match(workflow, /\npermissions:\n {2}contents: read\n\n/)
})

test('only tested packages whose tag is their version are published', () => {
  const [, text = ''] = read('.github/workflows/release.yml').split('\njobs:\n')
  const jobs = text.split(/^ {2}(?=\w)/m).slice(1)
  const order = jobs.map((job) => [/^\w+/.exec(job)?.[0], /^ {4}needs: (\w+)$/m.exec(job)?.[1]])
  assert.deepEqual(order, [
    ['test', undefined],
    ['package', 'test'],
    ['image', 'package'],
  ])
  assert.match(jobs[0] ?? '', /uses: \.\/\.github\/workflows\/ci\.yml\n/)
  assert.match(read('.github/workflows/ci.yml'), /^ {2}workflow_call:$/m)
})

test('a release packs all packages and publishes them with provenance, and the image has the program alone', () => {
  const release = read('.github/workflows/release.yml')
  const [, steps = ''] = release.split('\n  package:\n')
  assert.match(steps, /^ {6}id-token: write$/m)
  assert.match(
    steps,
    /run: npm run pack -- build\n(?: +#.*\n)* +- run: node tools\/publish\/main\.ts build --provenance --access public\n/,
  )
  assert.doesNotMatch(release, /NODE_AUTH_TOKEN|NPM_TOKEN/)
  assert.ok(dockerfile.includes('RUN node tools/pack/main.ts . sallyport \\\n'))
  assert.match(read('.ci/run'), /^npx node tools\/publish\/check\.ts$/m)
})

test('the guide creates every secret that compose reads', () => {
  const files = matches(compose, /file: \.\/secrets\/(\w+)/g)
  assert.equal(files.length, 5)
  assert.deepEqual(new Set(matches(guide, />? deploy\/secrets\/(\w+)$/gm)), new Set(files))
})

test('the service of the Compose file is no superuser, and trusts one address of its network', () => {
  const [superuser] = matches(compose, /POSTGRES_USER: (\w+)/g)
  const roles = matches(guide, /postgres:\/\/(\w+):\$\(cat/g)
  assert.ok(roles.length === 2 && !roles.includes(superuser ?? ''))
  const script = read('deploy/postgres-role.sh')
  for (const role of roles)
    assert.match(script, new RegExp(`create role ${role} login nosuperuser .*password :'`))
  assert.ok(compose.includes('./postgres-role.sh:/docker-entrypoint-initdb.d/'))
  const [trusted] = matches(compose, /TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-(.+)\}/g)
  assert.deepEqual(matches(compose, /gateway: ([\d.]+)/g), [trusted])
})
