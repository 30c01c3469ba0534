import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')

/** The lowest first. A room is the first folder below src/, or a file that lies there by itself. */
const FLOORS = [
  ['contract'],
  ['errors.ts', 'addresses.ts', 'background.ts', 'html.ts', 'log.ts', 'make-folder.ts', 'nearest-name.ts'],
  ['config.ts', 'crypto'],
  ['db', 'mail'],
  ['deps.ts', 'http'],
  ['outbox'],
  ['users', 'limits', 'audit'],
  ['links'],
  ['sessions'],
  ['two-factor'],
  ['ownership', 'proof'],
  ['oauth'],
  ['sign-in', 'registration', 'account', 'identities'],
  ['pages', 'changelog', 'health'],
  ['app.ts', 'channels.ts', 'jobs.ts'],
  ['start.ts', 'greeting.ts'],
  ['main.ts'],
  ['cli'],
]

/** Wanted is a path and the names imported from it: the types in db/sql.ts are free to all. */
const RESERVED: [wanted: RegExp, by: RegExp, why: string][] = [
  [/^(@?fastify|src\/http)\b/, /^src\/(http\/.+|app\.ts|.+\/routes\.ts)$/, 'only the HTTP edge may'],
  [/^src\/db\/sql\.ts .*(\bsql\b|\*)/s, /^src\/(db\/.+|.+\/queries\.ts)$/, 'only queries.ts may'],
  [/^(node:)?process /, /^(src\/main\.ts|cli\/.+)$/, 'only main.ts and cli/ may'],
  [/^openapi-changes\b/, /^(src|cli)\/changelog\/.+$/, 'only the changelog may'],
  // a type costs nothing, and neither does what is loaded where it is needed
  [/^openapi-changes\S* (?! type |\*$)/, /^cli\/changelog\/.+$/, 'the service loads it where it compares'],
]

const IMPORT = /^(?:import|export)\b([\w\s{},*$]*)['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
const COMMENT = /\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs
const GLOBAL_PROCESS = /(?<![\w$.-])process(\??\.\w|\[)|globalThis\.process\b|=\s*process\b/

test('files import their own room or lower floors, and what is reserved only where it belongs', () => {
  const files = globSync('{src,cli,contract}/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  assert.ok(files.includes('src/errors.ts'))
  const faults = files.flatMap((file) => faultsOf(file, readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(faults, [])
})

test('a package imports itself and what it depends on, and nothing of ours', () => {
  const manifests = globSync('packages/*/package.json', { cwd: ROOT })
  assert.ok(manifests.length > 0)
  for (const manifest of manifests) {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, manifest), 'utf8'))
    const files = globSync(`${posix.dirname(manifest)}/{src,test}/**/*.ts`, { cwd: ROOT })
    assert.ok(files.length > 0)
    const faults = files.flatMap((file) => {
      const isTest = /\/test\/|\.test\.ts$/.test(file)
      const needed = Object.keys({ ...dependencies, ...(isTest && devDependencies) })
      return strangersOf(file, readFileSync(join(ROOT, file), 'utf8'), needed)
    })
    assert.deepEqual(faults, [])
  }
  const made = `import fs from 'node:fs/promises'\nimport { a } from '../a.ts'\nimport { parse } from 'yaml'
export { b } from '@c/d/e'`
  assert.deepEqual(strangersOf('packages/p/src/x/y.ts', made, ['yaml', '@c/d']), [])
  assert.equal(strangersOf('packages/p/y.ts', made, ['@c/e']).length, 3)
})

test('no folder has a name that could hold anything', () => {
  const folders = '{src,cli,contract,sdk,test,packages}/**/{utils,helpers,common,services,types}'
  assert.deepEqual(globSync(folders, { cwd: ROOT }), [])
})

test('there are six scripts and no more', () => {
  const { scripts = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(scripts).sort(), ['bench', 'check', 'dev', 'faults', 'start', 'test'])
})

test('made-up violations are refused, and lawful imports are not', () => {
  const lawful = `
    src/sign-in/grants/a.ts: import {\\n  open,\\n} from '../../sessions/open.ts'\\nimport { b } from './b.ts'
    src/users/queries.ts: import { sql } from '../db/sql.ts'\\nimport type { User } from '../../contract/wire.ts'
    src/users/routes.ts: import type { FastifyInstance } from 'fastify'\\nimport { bearer } from '../http/bearer.ts'
    src/users/find.ts: import type { Statement } from '../db/sql.ts'\\n// not process.env\\nchild.process.kill()
    src/changelog/change.ts: import type { Change } from 'openapi-changes'\\nawait import('openapi-changes')
    cli/changelog/diff.ts: import { diff } from 'openapi-changes/command'
    src/main.ts: import process from 'node:process'\\nimport { app } from './app.ts'\\nprocess.exit()`
  const unlawful = `
    src/users/find.ts: import type {\\n  Limit,\\n} from '../limits/take.ts'
    src/crypto/seal.ts: export * from '../db/db.ts'
    src/db/db.ts: const deps = await import('../deps.ts')
    src/app.ts: import '../cli/commands/keys.ts'
    src/users/find.ts: import x from '../things/x.ts'
    src/things/x.ts: import { y } from './y.ts'
    src/things/x.ts: import { badRequest } from '../errors.ts'
    contract/wire.ts: export type { Deps } from '../src/deps.ts'
    src/main.ts: import cors from '@fastify/cors'
    src/sessions/open.ts: import { bearer } from '../http/bearer.ts'
    src/sessions/open.ts: import { type Statement, sql } from '../db/sql.ts'
    src/sessions/routes.ts: import * as statements from '../db/sql.ts'
    src/changelog/change.ts: import { type Change, compareDocuments } from 'openapi-changes'
    src/changelog/change.ts: import * as engine from 'openapi-changes'
    cli/commands/changelog.ts: await import('openapi-changes/command')
    src/pages/page.ts: import type { Change } from 'openapi-changes'
    src/config.ts: import { env } from 'node:process'
    src/config.ts: export const port = process.env.PORT`
  const countFaults = (cases: string) =>
    [...cases.matchAll(/(\S+): (.+)/g)].map(
      ([, file, code]) => faultsOf(file!, code!.replaceAll('\\n', '\n')).length,
    )
  assert.deepEqual(countFaults(lawful), Array(7).fill(0))
  assert.deepEqual(countFaults(unlawful), Array(18).fill(1))
})

function faultsOf(file: string, source: string): string[] {
  const imports = importsOf(source)
  if (GLOBAL_PROCESS.test(source.replace(COMMENT, ''))) imports.push(['process', '*'])
  return imports.flatMap(([specifier = '', names]) => {
    const isOurs = specifier.startsWith('.')
    const target = isOurs ? posix.join(posix.dirname(file), specifier) : specifier
    const faults = RESERVED.filter(([wanted, by]) => wanted.test(`${target} ${names}`) && !by.test(file))
    const reasons = faults.map(([, , why]) => why)
    if (isOurs && !mayKnow(roomOf(file), roomOf(target))) reasons.push('not on a lower floor, or on none')
    return reasons.map((why) => `${file} imports ${target}: ${why}`)
  })
}

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
const roomOf = (path: string) => path.split('/')[path.startsWith('src/') ? 1 : 0]!
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room))
const mayKnow = (room: string, other: string) =>
  floorOf(other) >= 0 && (room === other || floorOf(other) < floorOf(room))
