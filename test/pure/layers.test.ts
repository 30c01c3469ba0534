import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')

/**
 * The lowest first: a file imports its own layer and lower ones. What lies in `src/` by itself is named here, or belongs
 * to `app`. CONTRIBUTING.md shows this table.
 */
const LAYERS = [
  ['contract', ['contract/']],
  ['platform', ['src/platform/', 'src/config/', 'src/deps.ts']],
  ['messages', ['src/messages/']],
  ['accounts', ['src/accounts/']],
  ['credentials', ['src/credentials/']],
  ['sessions', ['src/sessions/']],
  ['flows', ['src/flows/']],
  ['web', ['src/web/']],
  ['app', ['src/']],
  ['testing', ['src/test-mode/']],
  ['cli', ['cli/']],
] as const

/** A module is a folder of a layer. Of those in its own layer it knows these, and no others. */
const KNOWN: Record<string, readonly string[]> = {
  'messages/mail': ['messages/texts'],
  'messages/outbox': ['messages/mail', 'messages/texts'],
  'messages/texts': ['messages/mail'],
  'accounts/events': ['accounts/users'],
  'accounts/links': ['accounts/limits', 'accounts/users'],
  credentials: [
    'credentials/backup-codes',
    'credentials/identities',
    'credentials/mailed-code',
    'credentials/passkeys',
    'credentials/password',
    'credentials/totp',
    'credentials/trusted-devices',
  ],
  'credentials/backup-codes': ['credentials'],
  'credentials/identities': ['credentials'],
  'credentials/mailed-code': ['credentials'],
  'credentials/passkeys': ['credentials'],
  'credentials/password': ['credentials'],
  'credentials/totp': ['credentials'],
  'credentials/trusted-devices': ['credentials'],
  'credentials/operators': ['credentials', 'credentials/service-keys'],
  'sessions/proof': ['sessions'],
  'flows/account': ['flows/second-factor', 'flows/trusted-devices'],
  'flows/email': ['flows/password', 'flows/registration'],
  'flows/moving': ['flows/operators', 'flows/registration'],
  'flows/operators': [
    'flows/account',
    'flows/email',
    'flows/password',
    'flows/registration',
    'flows/second-factor',
    'flows/trusted-devices',
  ],
  'flows/overview': ['flows/webhooks'],
  'flows/password': ['flows/registration'],
  'flows/providers': ['flows/registration', 'flows/return'],
  'flows/second-factor': ['flows/sign-in'],
  'flows/sign-in': ['flows/registration', 'flows/return'],
  'web/console': ['web/pages'],
  'flows/webhooks': ['flows/account', 'flows/operators', 'flows/resource-servers'],
}

/**
 * What few may import. `wanted` is a path and the names imported from it: the types in db/sql.ts are free to all. Each row shows an
 * import that it refuses, and no other row does.
 */
const RESERVED: { wanted: RegExp; by: RegExp; why: string; refused: string }[] = [
  {
    wanted: /^(@?fastify|src\/platform\/http)\b/,
    by: /^src\/(platform\/http\/.+|app\.ts|modules\.ts|.+\/routes(\/[\w-]+)?\.ts)$/,
    why: 'only the HTTP edge may',
    refused: `src/sessions/open.ts: import { bearer } from '../platform/http/bearer.ts'`,
  },
  {
    wanted: /^src\/platform\/db\/sql\.ts .*(\b(sql|query)\b|\*)/s,
    by: /^src\/(platform\/db\/.+|.+\/queries(\/[\w-]+)?\.ts)$/,
    why: 'only queries.ts and queries/ may',
    refused: `src/sessions/open.ts: import { query, type Statement } from '../platform/db/sql.ts'`,
  },
  {
    wanted: /^src\/platform\/db\/db\.ts .*(\b(run|firstRow|onlyRow|countRows|anyRow)\b|\*)/s,
    by: /^src\/(platform\/db\/.+|.+\/queries(\/[\w-]+)?\.ts)$/,
    why: 'only queries.ts and queries/ may',
    refused: `src/sessions/end.ts: import { type Runner, run } from '../platform/db/db.ts'`,
  },
  {
    wanted: /^src\/accounts\/events\/queries\/insert\.ts .*(\binsertEvents\b|\*)/s,
    by: /^src\/accounts\/events\/.+$/,
    why: 'recordEvent is the one writer of events',
    refused: `src/sessions/end.ts: import { insertEvents } from '../accounts/events/queries/insert.ts'`,
  },
  {
    wanted: /^(node:)?process /,
    by: /^(src\/main\.ts|src\/platform\/metrics\/own-process\.ts|cli\/.+)$/,
    why: 'only main.ts, cli/ and what measures the process may',
    refused: `src/config/config.ts: export const port = process.env.PORT`,
  },
  {
    wanted: /^openapi-changelog\b/,
    by: /^(src\/web|cli)\/changelog\/.+$/,
    why: 'only the changelog may',
    refused: `src/web/pages/page.ts: import { html } from 'openapi-changelog/pages'`,
  },
  {
    // openapi-changelog loads it where it compares
    wanted: /^openapi-changes\b/,
    by: /^cli\/changelog\/.+$/,
    why: 'only the changelog of the command line may',
    refused: `src/web/changelog/site.ts: await import('openapi-changes')`,
  },
  {
    wanted: /^durable-pglite /,
    by: /^src\/platform\/db\/.+$/,
    why: 'only the database may',
    refused: `src/messages/mail/folder.ts: import { openDurable } from 'durable-pglite'`,
  },
]

const IMPORT = /^(?:import|export)\b([\w\s{},*$]*)['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
const EXPORT = /^export (?:async )?(?:const|function|type|class) (\w+)/gm
const COMMENT = /\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs
const GLOBAL_PROCESS = /(?<![\w$.-])process(\??\.\w|\[)|globalThis\.process\b|=\s*process\b/

test('files import their own module, their known neighbours, and lower layers', () => {
  const files = globSync('{src,cli,contract}/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  assert.ok(files.includes('src/modules.ts'))
  const faults = files.flatMap((file) => faultsOf(file, readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(faults, [])
})

test('every entry of the list of known neighbours is in use', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  const met = new Set(
    files.flatMap((file) =>
      importsOf(readFileSync(join(ROOT, file), 'utf8')).map(
        ([specifier = '']) => `${moduleOf(file)} ${moduleOf(placeOf(file, specifier))}`,
      ),
    ),
  )
  const allowed = Object.entries(KNOWN).flatMap(([module, others]) =>
    others.map((other) => `${module} ${other}`),
  )
  assert.deepEqual(
    allowed.filter((pair) => !met.has(pair)),
    [],
  )
})

test('CONTRIBUTING shows the layers as they are', () => {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const shown = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, layer]) => layer)
  assert.deepEqual(shown, LAYERS.map(([layer]) => layer).reverse())
})

/** What the client promises is what the service does: in what is packed, a copy of the contract stands here. */
const CONTRACT = ['packages/client/src/wire.ts']

test('a package imports itself and its dependencies, and nothing of ours', () => {
  const manifests = globSync('packages/*/package.json', { cwd: ROOT })
  assert.ok(manifests.length > 0)
  for (const manifest of manifests) {
    const { dependencies, peerDependencies, devDependencies } = JSON.parse(
      readFileSync(join(ROOT, manifest), 'utf8'),
    )
    const files = globSync(`${posix.dirname(manifest)}/{src,test}/**/*.ts`, { cwd: ROOT, exclude: CONTRACT })
    assert.ok(files.length > 0)
    const faults = files.flatMap((file) => {
      const isTest = /\/test\/|\.test\.ts$/.test(file)
      const needed = Object.keys({ ...dependencies, ...peerDependencies, ...(isTest && devDependencies) })
      return strangersOf(file, readFileSync(join(ROOT, file), 'utf8'), needed)
    })
    assert.deepEqual(faults, [])
  }
  const made = `import fs from 'node:fs/promises'\nimport { a } from '../a.ts'\nimport { parse } from 'yaml'
export { b } from '@c/d/e'`
  assert.deepEqual(strangersOf('packages/p/src/x/y.ts', made, ['yaml', '@c/d']), [])
  assert.equal(strangersOf('packages/p/y.ts', made, ['@c/e']).length, 3)
})

test('no name is exported twice', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  assert.deepEqual(namedTwice(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])), [])
  const made: [string, string][] = [
    ['a.ts', 'export const find = 1\nexport type Row = {}\nconst own = 2'],
    ['b.ts', 'export async function find() {}\nexport class Fault {}\nconst own = 3'],
  ]
  assert.deepEqual(namedTwice(made), ['find: a.ts b.ts'])
})

test('no folder has a catch-all name', () => {
  const folders = '{src,cli,contract,sdk,test,tools,packages}/**/{utils,helpers,common,services,types}'
  assert.deepEqual(globSync(folders, { cwd: ROOT }), [])
})

test('there are seven scripts and no more', () => {
  const { scripts = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(scripts).sort(), ['bench', 'check', 'dev', 'faults', 'pack', 'start', 'test'])
})

test('each reserved import exists, and its row refuses its own violation', () => {
  for (const { wanted, why, refused } of RESERVED) {
    const [file = '', code = ''] = refused.split(/: (.*)/s)
    const [fault = '', ...others] = faultsOf(file, code)
    assert.ok(fault.endsWith(why), refused)
    assert.deepEqual(others, [])
    // one that has moved is free to all
    const place = /^\S+ imports (src\/\S+\.ts):/.exec(fault)?.[1]
    if (place) assert.match(place + exportsIn(readFileSync(join(ROOT, place), 'utf8')), wanted)
  }
})

test('made-up violations are refused, and lawful imports are not', () => {
  const lawful = `
    src/flows/a/b.ts: import {\\n  open,\\n} from '../../sessions/open.ts'\\nimport { b } from './b.ts'
    src/accounts/users/queries/users.ts: import { sql } from '#platform/db/sql.ts'\\nimport type { User } from '#contract/wire.ts'
    src/flows/a/routes.ts: import type { FastifyInstance } from 'fastify'\\nimport { bearer } from '../../platform/http/bearer.ts'
    src/accounts/links/find.ts: import type { Statement } from '../../platform/db/sql.ts'\\nimport { a } from '../users/a.ts'\\n// not process.env\\nchild.process.kill()
    src/web/changelog/site.ts: import type { Site } from 'openapi-changelog/pages'\\nimport { feeds } from 'openapi-changelog/feeds'
    src/messages/mail/folder.ts: import { makeFolder } from 'durable-pglite/folder'
    cli/changelog/diff.ts: import { diff } from 'openapi-changes/command'
    src/main.ts: import process from 'node:process'\\nimport { app } from './app.ts'\\nprocess.exit()`
  const unlawful = `
    src/accounts/users/find.ts: import type {\\n  Limit,\\n} from '../limits/take.ts'
    src/accounts/users/find.ts: import { take } from '../links/take.ts'
    src/platform/crypto/seal.ts: export * from '../../sessions/open.ts'
    src/platform/db/db.ts: const deps = await import('../../flows/deps.ts')
    src/app.ts: import '../cli/commands/keys.ts'
    src/main.ts: import { startInTestMode } from './test-mode/start.ts'
    src/flows/a/find.ts: import x from '../b/x.ts'
    src/flows/a/b/find.ts: import x from '#flows/b/x.ts'
    src/flows/a/b/find.ts: import { a } from '../../../platform/a.ts'
    contract/wire.ts: export type { Deps } from '../src/deps.ts'
    src/main.ts: import cors from '@fastify/cors'
    src/sessions/open.ts: import { type Statement, sql } from '../platform/db/sql.ts'
    src/sessions/routes.ts: import * as statements from '../platform/db/sql.ts'
    src/sessions/open.ts: import { prove } from './proof/prove.ts'
    src/web/changelog/site.ts: import type { Change } from 'openapi-changes'
    cli/commands/changelog.ts: await import('openapi-changes/command')
    src/config/config.ts: import { env } from 'node:process'`
  const countFaults = (cases: string) =>
    [...cases.matchAll(/(\S+): (.+)/g)].map(
      ([, file, code]) => faultsOf(file!, code!.replaceAll('\\n', '\n')).length,
    )
  assert.deepEqual(countFaults(lawful), Array(8).fill(0))
  assert.deepEqual(countFaults(unlawful), Array(17).fill(1))
})

function namedTwice(sources: [file: string, source: string][]): string[] {
  const exported = sources.flatMap(([file, source]) =>
    [...source.matchAll(EXPORT)].map(([, name = '']) => ({ name, file })),
  )
  return Object.entries(Object.groupBy(exported, ({ name }) => name))
    .filter(([, places = []]) => places.length > 1)
    .map(([name, places = []]) => `${name}: ${places.map(({ file }) => file).join(' ')}`)
}

function faultsOf(file: string, source: string): string[] {
  const imports = importsOf(source)
  if (GLOBAL_PROCESS.test(source.replace(COMMENT, ''))) imports.push(['process', '*'])
  return imports.flatMap(([specifier = '', names]) => {
    const isOurs = /^[.#](?!viewer)/.test(specifier)
    const target = isOurs ? placeOf(file, specifier) : specifier
    if (specifier.startsWith('../../../')) return `${file} imports ${specifier}: # is shorter`
    const faults = RESERVED.filter(({ wanted, by }) => wanted.test(`${target} ${names}`) && !by.test(file))
    const reasons = faults.map(({ why }) => why)
    if (isOurs && !mayKnow(file, target)) reasons.push('not a lower layer, nor a module that it may know')
    return reasons.map((why) => `${file} imports ${target}: ${why}`)
  })
}

/** What `#` stands for in package.json, and relative paths. */
const placeOf = (file: string, specifier: string): string => {
  if (!specifier.startsWith('#')) return posix.join(posix.dirname(file), specifier)
  return specifier.replace(/^#(contract\/)?/, (_, contract) => contract ?? 'src/')
}

const exportsIn = (source: string) => [...source.matchAll(EXPORT)].map(([, name]) => ` ${name}`).join('')

const importsOf = (source: string) =>
  [...source.replace(COMMENT, '').matchAll(IMPORT)].map((match) => [match[2] ?? match[3], match[1] ?? '*'])
const strangersOf = (file: string, source: string, needed: string[]): string[] =>
  importsOf(source).flatMap(([specifier = '']) => {
    const isKnown = specifier.startsWith('.')
      ? posix.join(posix.dirname(file), specifier).startsWith(file.split('/', 2).join('/').concat('/'))
      : specifier.startsWith('node:') || needed.includes(packageOf(specifier))
    return isKnown ? [] : `${file} imports ${specifier}`
  })
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
/** By the longest of the places that it is in: `src/` by itself is the app's. */
const layerOf = (path: string) => {
  const lengths = LAYERS.map(([, places]) =>
    Math.max(0, ...places.filter((place) => path.startsWith(place)).map(({ length }) => length)),
  )
  const longest = Math.max(...lengths)
  return longest > 0 ? lengths.indexOf(longest) : -1
}

/** The folder below its layer's. `sessions/` is a module itself, with `proof/` beside it. */
const moduleOf = (path: string) => {
  const [, layer = '', module = ''] = path.split('/')
  if (!path.startsWith('src/') || ['platform', 'config', 'deps.ts'].includes(layer))
    return LAYERS[layerOf(path)]?.[0] ?? ''
  if (layer === 'test-mode') return layer
  if (layer === 'sessions' && module !== 'proof') return 'sessions'
  return module.endsWith('.ts') ? layer : [layer, module].filter(Boolean).join('/')
}

const mayKnow = (file: string, other: string) => {
  const [own, theirs] = [layerOf(file), layerOf(other)]
  if (theirs !== own) return theirs >= 0 && theirs < own
  const [module, neighbour] = [moduleOf(file), moduleOf(other)]
  return own === layerOf('src/main.ts') || module === neighbour || KNOWN[module]?.includes(neighbour) === true
}
