import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Accepted, accept } from './accepted.ts'
import type { Change } from './change.ts'
import { compareDocuments } from './compare.ts'
import { DocumentError } from './document.ts'

/** Where the interface's documents lie. */
export const contractFolder = fileURLToPath(new URL('../../contract', import.meta.url))

/** A file in `contract/releases/`, named by its version. */
export type Entry = {
  /** The day, `2026-11-21`. */
  date: string
  version: string
  branch: string
  /** As they were published, for a release that says so itself; else they are computed against the one before. */
  changes?: Change[]
  /** Which of the computed ones were let through although they break something. */
  accepted?: Accepted[]
  /** The whole interface. */
  openapi: object
}

export type Release = Pick<Entry, 'date' | 'version' | 'branch' | 'openapi'> & { changes: Change[] }

/**
 * Every release, the newest first, each with its changes.
 * @throws {DocumentError} for a file that is not one
 */
export const readReleases = async (contract = contractFolder): Promise<Release[]> => {
  const entries = await readEntries(contract)
  return entries.map((entry, index) => {
    const { date, version, branch, openapi } = entry
    return { date, version, branch, changes: changesOf(entry, entries[index + 1]), openapi }
  })
}

/** The files as they are, the newest first. */
export const readEntries = async (contract = contractFolder): Promise<Entry[]> => {
  const folder = join(contract, 'releases')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const entries = await Promise.all(
    names.map(async (name) => entryOf(name, await readFile(join(folder, name), 'utf8'))),
  )
  return entries.sort((one, other) => (isBefore(one, other) ? 1 : -1))
}

const entryOf = (name: string, text: string): Entry => {
  try {
    const entry = JSON.parse(text) as Entry
    const isWhole = [entry.date, entry.version, entry.branch].every((part) => typeof part === 'string')
    if (isWhole && `${entry.version}.json` === name) return entry
  } catch {}
  throw new DocumentError(`releases/${name} is not a release, or of another version.`)
}

/** By day, and on one day by version. */
const isBefore = (one: Entry, other: Entry): boolean =>
  one.date === other.date
    ? one.version.localeCompare(other.version, 'en', { numeric: true }) < 0
    : one.date < other.date

const changesOf = (entry: Entry, before: Entry | undefined): Change[] => {
  if (entry.changes) return entry.changes
  if (!before) return []
  const changes = compareDocuments(before.openapi, entry.openapi, { today: entry.date })
  return accept(changes, entry.accepted ?? []).changes
}
