import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { openDurable } from '../src/open-durable.ts'

/** An empty folder, gone with the test file. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'durable-pglite-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with an empty database. The first start, which takes seconds, is made once, if need be for all processes. */
export const newDatabase = async (): Promise<string> => {
  template ??= firstStart()
  const folder = await newFolder()
  await cp(await template, folder, { recursive: true })
  return folder
}

let template: Promise<string> | undefined

/** Where processes that are started together keep what the first of them makes. */
const shared = process.env.TEST_BLANK_DIR

const firstStart = async (): Promise<string> => {
  if (shared && existsSync(shared)) return shared
  const folder = await mkdtemp(join(tmpdir(), 'durable-pglite-template-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await (await openDurable(folder)).close()
  await rm(join(folder, 'lock'), { force: true })
  if (!shared) return folder
  // another may have been faster
  await rename(folder, shared).catch((error) => assert.ok(existsSync(shared), error))
  return shared
}

/** Each file's path and content. */
export const contentsOf = async (folder: string): Promise<string[][]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.sort().map(async (path) => [path, await readFile(path, 'latin1')]))
}
