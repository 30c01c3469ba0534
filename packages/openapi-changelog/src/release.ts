import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Accepted } from 'openapi-changes/accepted'
import type { Change } from './change.ts'
import { compareReleases } from './compare-releases.ts'
import { type Entry, readEntries } from './releases.ts'

/** Changes since the last release, and unused entries of the accepted ones. */
export type Pending = {
  last: Entry | undefined
  changes: Change[]
  accepted: Accepted[]
  unused: Accepted[]
  openapi: object
}

/**
 * @param today `2026-11-21`
 * @param folder with `openapi.json`, `accepted-changes.json` and `releases/`
 */
export const pendingChanges = async (today: string, folder: string): Promise<Pending> => {
  const { accept, parseAccepted } = await import('openapi-changes/accepted')
  const [last] = await readEntries(folder)
  const openapi = (await readJson(join(folder, 'openapi.json'))) as object
  const accepted = parseAccepted(await readJson(join(folder, 'accepted-changes.json')))
  const changes = last ? await compareReleases(last, { openapi, date: today }) : []
  return { last, accepted, openapi, ...accept(changes, accepted) }
}

/**
 * Writes a release with its changes, its accepted changes and its words: those given, or else those in `words.txt`.
 * @throws for an invalid or existing version
 */
export const makeRelease = async (
  {
    version,
    branch,
    today,
    words: given,
  }: { version: string; branch: string; today: string; words?: string },
  folder: string,
): Promise<Pending> => {
  await assertNewVersion(version, folder)
  const pending = await pendingChanges(today, folder)
  const { accepted, changes } = pending
  const prepared = await preparedWords(folder)
  const words = given ?? prepared?.trim()
  const openapi = withVersion(pending.openapi, version)
  const said = { ...(words && { words }), ...(accepted.length > 0 && { accepted }) }
  const about = { date: today, version, branch, ...said }
  const entry: Entry = { ...about, changes, openapi }
  await writeFile(join(folder, 'releases', `${version}.json`), inLines(entry), { flag: 'wx' })
  await writeFile(join(folder, 'openapi.json'), inLines(openapi))
  await writeFile(join(folder, 'accepted-changes.json'), inLines([]))
  if (prepared !== undefined) await writeFile(join(folder, 'words.txt'), '')
  return pending
}

/** @throws for an invalid or existing version */
export const assertNewVersion = async (version: string, folder: string): Promise<void> => {
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    throw new Error(`${version} is not a version: it takes three numbers, as in 1.2.3.`)
  const entries = await readEntries(folder)
  if (entries.some((entry) => entry.version === version))
    throw new Error(`There is a release ${version} already.`)
}

/** What was written for people while the release was under way, if anything was. */
const preparedWords = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, 'words.txt'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

const withVersion = (openapi: object, version: string): object =>
  'info' in openapi ? { ...openapi, info: { ...Object(openapi.info), version } } : openapi

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

const inLines = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
