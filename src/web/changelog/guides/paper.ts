import { readFile } from 'node:fs/promises'
import { papers } from './papers.ts'
import { withServedLinks } from './served-links.ts'

const isServed = (path: string) => papers.has(path)

/** The text of a document as it is served at its path under `/docs/`. @param at its file */
export const paperText = async (path: string, at: URL): Promise<string> =>
  withServedLinks(await readFile(at, 'utf8'), path, isServed)
