import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../../../../docs/', import.meta.url)

/** What guides lead to, and a package has. */
const references = ['errors', 'log', 'measurements', 'production', 'settings'].map((name) => `${name}.md`)

/** Documents in Markdown, by their path under `/docs/`, which is that in the folder. Where it was left out, there are none. */
export const papers: ReadonlyMap<string, URL> = new Map(
  globSync(['guides/**/*.md', ...references], { cwd: fileURLToPath(folder) })
    .sort()
    .map((path) => [path, new URL(path, folder)]),
)
