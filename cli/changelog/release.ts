import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertNewVersion, makeRelease } from 'openapi-changelog'
import { today } from 'openapi-changes/command'
import { check } from './check.ts'
import type { Outcome } from './outcome.ts'
import { filesOfRelease } from './release-files.ts'

const options = { branch: { type: 'string', default: 'main' }, words: { type: 'string' } } as const
const checkout = join(import.meta.dirname, '../..')

/**
 * Stores the interface and writes the version into the packages and the changelog, or nothing at all.
 * @param root the folder of the project
 */
export const release = async (args: string[], root = checkout): Promise<Outcome> => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [version, ...others] = positionals
  if (!version || others.length > 0)
    throw new Error('Usage: sallyport changelog release VERSION [--branch NAME] [--words TEXT]')
  const contract = join(root, 'contract')
  await assertNewVersion(version, contract)
  const checked = await check([], contract)
  if (checked.exitCode !== 0) return checked
  const { branch, words } = values
  const about = { version, branch, today: today(), ...(words !== undefined && { words }) }
  const files = await filesOfRelease(root, about)
  await makeRelease(about, contract)
  for (const { path, text } of files) await writeFile(join(root, path), text)
  const made = [`contract/releases/${version}.json`, ...files.map(({ path }) => path)]
  return { exitCode: 0, output: `${checked.output}\n${adviceOn(version, made)}` }
}

const adviceOn = (version: string, made: string[]): string => `Made release ${version}: ${made.join(', ')}.
Run the tests, commit it, and tag the commit v${version}.
`
