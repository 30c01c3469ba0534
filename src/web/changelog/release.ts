import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accepted, accept, parseAccepted } from './accepted.ts'
import type { Change } from './change.ts'
import { compareReleases } from './compare-releases.ts'
import { contractFolder, type Entry, readEntries } from './releases.ts'

/** Changes since the last release, and unused entries of the accepted ones. */
export type Pending = {
  last: Entry | undefined
  changes: Change[]
  accepted: Accepted[]
  unused: Accepted[]
  openapi: object
}

/** @param today `2026-11-21` */
export const pendingChanges = async (today: string, contract = contractFolder): Promise<Pending> => {
  const [last] = await readEntries(contract)
  const openapi = (await readJson(join(contract, 'openapi.json'))) as object
  const accepted = parseAccepted(await readJson(join(contract, 'accepted-changes.json')))
  const changes = last ? await compareReleases(last, { openapi, date: today }) : []
  return { last, accepted, openapi, ...accept(changes, accepted) }
}

/** Writes a release with its changes and accepted changes. @throws for an invalid or existing version */
export const makeRelease = async (
  { version, branch, today }: { version: string; branch: string; today: string },
  contract = contractFolder,
): Promise<Pending> => {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    throw new Error(`${version} is not a version such as 1.2.3.`)
  const pending = await pendingChanges(today, contract)
  const { accepted, changes, openapi } = pending
  const about = { date: today, version, branch, ...(accepted.length > 0 && { accepted }) }
  const entry: Entry = { ...about, changes, openapi }
  const file = join(contract, 'releases', `${version}.json`)
  await writeFile(file, inLines(entry), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`Release ${version} already exists.`) : error
  })
  await writeFile(join(contract, 'accepted-changes.json'), inLines([]))
  return pending
}

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

const inLines = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
