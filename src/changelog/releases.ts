import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Change } from './change.ts'

const folder = fileURLToPath(new URL('../../contract/releases', import.meta.url))

/** A file in `contract/releases/`, named by its version. */
type Entry = {
  /** The day, `2026-11-21`. */
  date: string
  version: string
  branch: string
  /** The whole interface as it was published. */
  openapi: object
  /** As published, where they were; without them they are computed against the entry before. */
  changes?: Change[]
}

export type Release = Entry & { changes: Change[] }

/** Every release, the newest first, each with its changes. */
export const readReleases = async (): Promise<Release[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))
  const entries = texts.map((text) => JSON.parse(text) as Entry)
  return entries
    .sort((one, other) => (one.date < other.date ? 1 : -1))
    .map((entry) => ({ ...entry, changes: entry.changes ?? [] }))
}
