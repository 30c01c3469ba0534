import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @param today `2026-11-21` */
type About = { version: string; today: string }
type Manifest = { version: string }
type Document = { openapi: string; info: Manifest }
type Lock = Manifest & { packages: Record<string, Partial<Manifest>> }

/**
 * The files that a release changes besides the contract: paths relative to the project, and new texts.
 * @throws if nothing is pending in the changelog
 */
export const filesOfRelease = async (
  root: string,
  { version, today }: About,
): Promise<{ path: string; text: string }[]> => {
  const packages = (await Array.fromAsync(glob('packages/*/package.json', { cwd: root }))).sort()
  const change = async (path: string, change: (text: string) => string) => ({
    path,
    text: change(await readFile(join(root, path), 'utf8')),
  })
  return Promise.all([
    change('CHANGELOG.md', (text) => dated(text, `${version} (${today})`)),
    ...['package.json', ...packages].map((path) =>
      change(path, (text) => inLines({ ...JSON.parse(text), version })),
    ),
    change('contract/admin-openapi.json', (text) => inLines(versioned(version, JSON.parse(text)))),
    change('package-lock.json', (text) => inLines(lockedAt(version, JSON.parse(text)))),
  ])
}

/** The interface for operators, of which no releases are kept. */
const versioned = (version: string, document: Document): Document => ({
  ...document,
  info: { ...document.info, version },
})

/** Moves what is pending below a heading of the release. */
const dated = (text: string, name: string): string => {
  const heading = '## Pending\n'
  const sections = text.split(/^(?=## )/m)
  const pending = sections.findIndex((section) => section.startsWith(heading))
  const entries = sections[pending]?.slice(heading.length).trim()
  if (!entries) throw new Error('CHANGELOG.md has nothing under "## Pending".')
  const isLast = pending === sections.length - 1
  const made = `${heading}\n## ${name}\n\n${entries}\n${isLast ? '' : '\n'}`
  return sections.with(pending, made).join('')
}

/** The lock file names the project `''`, and packages by their folders. */
const lockedAt = (version: string, { packages, ...lock }: Lock): Lock => {
  const isOurs = (folder: string) => folder === '' || /^packages\/[^/]+$/.test(folder)
  const locked = Object.entries(packages).map(([folder, found]) => [
    folder,
    isOurs(folder) ? { ...found, version } : found,
  ])
  return { ...lock, version, packages: Object.fromEntries(locked) }
}

const inLines = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
