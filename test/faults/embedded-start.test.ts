import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { register, signIn, tokensOf } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { isPostgres, newDatabase } from '../support/service.ts'

const skip = isPostgres

const workspace = await mkdtemp(join(tmpdir(), 'sallyport-start-'))
after(() => rm(workspace, { recursive: true, force: true }))

/** A used data folder with its key, and the person who has an account in it. */
const used = isPostgres ? undefined : await useOnce()

async function useOnce() {
  const { DATA_DIR: folder = '' } = await newDatabase()
  const service = await spawnService({ DATA_DIR: folder })
  const person = await register(service)
  await service.end('SIGTERM')
  return { folder, person }
}

const copy = async () => {
  const folder = await mkdtemp(join(workspace, 'copy-'))
  await cp(String(used?.folder), folder, { recursive: true })
  return folder
}

const contentsOf = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.sort().map(async (path) => [path, await readFile(path, 'latin1')]))
}

const knowsEverybody = async (folder: string) => {
  const service = await spawnService({ DATA_DIR: folder })
  tokensOf(await signIn(service, used?.person as Awaited<ReturnType<typeof register>>))
  assert.equal(await service.end('SIGTERM'), 0)
}

test('a restore needs only the database and the key', { skip }, async () => {
  const folder = await mkdtemp(join(workspace, 'parts-'))
  for (const name of ['postgres', 'secret.key'])
    await cp(join(String(used?.folder), name), join(folder, name), { recursive: true })
  await knowsEverybody(folder)
})

const damages: [what: string, damage: (postgres: string) => Promise<unknown>, words: RegExp][] = [
  ['nothing in it', (postgres) => emptied(postgres), /PG_VERSION is missing/],
  [
    'a version and nothing else',
    async (postgres) => {
      await emptied(postgres)
      await writeFile(join(postgres, 'PG_VERSION'), '18')
    },
    /global\/pg_control is missing/,
  ],
  ['no version', (postgres) => rm(join(postgres, 'PG_VERSION')), /PG_VERSION is missing/],
  ['no control file', (postgres) => rm(join(postgres, 'global/pg_control')), /pg_control is missing/],
  ['half a control file', (postgres) => truncate(join(postgres, 'global/pg_control'), 100), /pg_control/],
  ['another version', (postgres) => writeFile(join(postgres, 'PG_VERSION'), '17'), /incompatible/],
  ['no log', (postgres) => emptied(join(postgres, 'pg_wal')), /checkpoint|pg_wal/],
  [
    'settings that cannot be read',
    (postgres) => writeFile(join(postgres, 'postgresql.conf'), '= = ='),
    /postgresql\.conf/,
  ],
  [
    'a file in its place',
    async (postgres) => {
      await rm(postgres, { recursive: true })
      await writeFile(postgres, 'not a folder')
    },
    /PG_VERSION is missing/,
  ],
]

const emptied = async (folder: string) => {
  await rm(folder, { recursive: true })
  await mkdir(folder)
}

test('an incomplete database is refused in one line, and left untouched', { skip }, async (t) => {
  for (const [what, damage, words] of damages) {
    await t.test(what, async () => {
      const folder = await copy()
      await damage(join(folder, 'postgres'))
      const before = await contentsOf(folder)
      await assert.rejects(openEmbedded(folder), (error: Error) => {
        assert.match(error.message, /^DATA_DIR: [^\n]* (Restore|restore) the folder from a back-up[^\n]*$/)
        assert.match(error.message, words)
        return true
      })
      assert.deepEqual(await contentsOf(folder), before)
    })
  }
})

test('the process prints that line and nothing else', { skip }, async () => {
  const folder = await copy()
  await truncate(join(folder, 'postgres/global/pg_control'), 100)
  await assert.rejects(spawnService({ DATA_DIR: folder }), /^Error: DATA_DIR: [^\n]*\n$/)
})

test('a database without its key is refused, and no other key is created', { skip }, async () => {
  const folder = await copy()
  await rename(join(folder, 'secret.key'), join(folder, 'kept'))
  const words = /^Error: DATA_DIR: \S*secret\.key is missing[^\n]* Restore [^\n]*\n$/
  for (const _ of ['first', 'second']) await assert.rejects(spawnService({ DATA_DIR: folder }), words)
  assert.ok(!(await readdir(folder)).includes('secret.key'))
  await rename(join(folder, 'kept'), join(folder, 'secret.key'))
  await knowsEverybody(folder)
})

test('a key without its database is refused, and no other database is created', { skip }, async () => {
  const folder = await copy()
  await rename(join(folder, 'postgres'), join(folder, 'kept'))
  const opening = openDatabase({ databaseUrl: undefined, dataDir: folder }, () => {})
  await assert.rejects(opening, /^Error: DATA_DIR: \S*postgres is missing/)
  await rename(join(folder, 'kept'), join(folder, 'postgres'))
  await knowsEverybody(folder)
})

test('an invalid lock is refused by name, and left untouched', { skip }, async () => {
  const folder = await copy()
  await writeFile(join(folder, 'lock'), 'this is not a lock of anybody'.repeat(100))
  const before = await contentsOf(folder)
  await assert.rejects(openEmbedded(folder), /^Error: DATA_DIR: \S*lock cannot be used .* delete this file/)
  assert.deepEqual(await contentsOf(folder), before)
})

test('an impossible folder is refused at once', {
  skip: skip || process.platform !== 'linux',
}, async () => {
  for (const folder of ['/proc/x', '/proc/x/y', '/dev/null', '/dev/null/x'])
    await assert.rejects(openEmbedded(folder), new RegExp(`^Error: DATA_DIR: ${folder} cannot be used `))
})
