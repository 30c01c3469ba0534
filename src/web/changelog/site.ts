import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from 'openapi-changelog/pages'
import { contractFolder } from './published.ts'

type Document = { paths: Record<string, Record<string, { tags?: string[] }>> }

const { paths }: Document = JSON.parse(readFileSync(join(contractFolder, 'openapi.json'), 'utf8'))

/** Only the tags: the rest need not stay in memory. */
const tagsOf = (operations: Document['paths'][string]) =>
  Object.fromEntries(Object.entries(operations).map(([method, { tags = [] }]) => [method, { tags }]))

/** Common to the pages about the interface. */
export const site: Site = {
  name: 'Sallyport',
  style: 'docs/page.css',
  icon: 'docs/icon.svg',
  sections: [
    { path: 'changelog', text: 'Changelog' },
    { path: 'docs', text: 'API reference' },
  ],
  // the first releases had no tags
  tagged: {
    paths: Object.fromEntries(Object.entries(paths).map(([path, operations]) => [path, tagsOf(operations)])),
  },
}
