import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Accepted } from 'openapi-changes/accepted'
import type { Change } from './change.ts'
import { compareReleases } from './compare-releases.ts'
import { compareVersions } from './versions.ts'

/** A file of `releases/`, named after its version. */
export type Entry = {
  date: string
  version: string
  branch: string
  /** Its authors' words: paragraphs of plain text, with empty lines between them. */
  words?: string
  accepted?: Accepted[]
  /** The judged changes since the previous release; the first release's as published. */
  changes?: Change[]
  openapi: object
}

export type Release = Pick<Entry, 'date' | 'version' | 'branch' | 'words' | 'openapi'> & { changes: Change[] }

/**
 * Newest first.
 * @param folder with `releases/` in it
 * @throws for an invalid file
 */
export const readReleases = async (folder: string): Promise<Release[]> => {
  const entries = await readEntries(folder)
  return Promise.all(
    entries.map(async (entry, index) => {
      const { date, version, branch, words, openapi } = entry
      const changes = entry.changes ?? (await judge(entry, entries[index + 1]))
      return { date, version, branch, ...(words !== undefined && { words }), changes, openapi }
    }),
  )
}

export const judge = async (entry: Entry, before: Entry | undefined): Promise<Change[]> => {
  if (!before) return []
  const { accept } = await import('openapi-changes/accepted')
  return accept(await compareReleases(before, entry), entry.accepted ?? []).changes
}

/** Newest first. */
export const readEntries = async (folder: string): Promise<Entry[]> => {
  const names = (await readdir(join(folder, 'releases'))).filter((name) => name.endsWith('.json'))
  const entries = await Promise.all(
    names.map(async (name) => entryOf(name, await readFile(join(folder, 'releases', name), 'utf8'))),
  )
  return entries.sort((one, other) => (isBefore(one, other) ? 1 : -1))
}

const entryOf = (name: string, text: string): Entry => {
  try {
    const entry = JSON.parse(text) as Entry
    const isWhole = [entry.date, entry.version, entry.branch].every((part) => typeof part === 'string')
    const isSaid = ['string', 'undefined'].includes(typeof entry.words)
    if (isWhole && isSaid && `${entry.version}.json` === name) return entry
  } catch {}
  throw new Error(`releases/${name} is not a release, or of another version.`)
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.date === other.date ? compareVersions(one.version, other.version) < 0 : one.date < other.date
