import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { newDatabase } from '../../packages/durable-pglite/test/folder.ts'
import type { Environment } from '../../src/config/config.ts'
import { atEnd } from './at-end.ts'
import { besideCli } from './cli.ts'
import { query } from './cluster.ts'
import { isPostgres, testSecretKey } from './service.ts'

/** An empty folder, gone with the test file. */
export const emptyFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-back-up-'))
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 9 }))
  return folder
}

/** @returns the path of a new back-up. @throws unless it was made */
export const backUpOf = async (environment: Environment): Promise<string> => {
  const path = join(await emptyFolder(), 'sallyport.backup')
  const { status, stderr } = await besideCli(environment, 'back-up', path)
  assert.equal(status, 0, stderr)
  return path
}

/** @throws unless it was restored */
export const restoreInto = async (
  environment: Environment,
  path: string,
  ...options: string[]
): Promise<string> => {
  const { status, stderr } = await besideCli(environment, 'restore', path, ...options)
  assert.equal(status, 0, stderr)
  return stderr
}

/** An embedded database without even a table, whichever kind is tested. */
export const blankFolder = async (): Promise<Environment> => ({
  DATABASE_URL: '',
  DATA_DIR: await newDatabase(),
  SECRET_KEY: testSecretKey,
})

/** Without even a table, of the kind that is tested. */
export const blankDatabase = async (): Promise<Environment> => {
  const { TEST_DATABASE_URL: server } = process.env
  if (!isPostgres || !server) return blankFolder()
  const name = `sallyport_blank_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name}`)
  atEnd(() => query(server, `drop database if exists ${name} with (force)`))
  const url = Object.assign(new URL(server), { pathname: name })
  return { DATABASE_URL: url.href, DATA_DIR: await emptyFolder(), SECRET_KEY: testSecretKey }
}

/** Where to restore to: this one of the kind that is tested, and an embedded one. */
export const beside = async (target: Environment): Promise<Environment[]> => [
  { ...target, SECRET_KEY: testSecretKey },
  ...(isPostgres ? [await blankFolder()] : []),
]

/** The lines of a back-up. */
export const linesOf = async (path: string): Promise<string[]> =>
  gunzipSync(await readFile(path))
    .toString()
    .split('\n')
    .slice(0, -1)
