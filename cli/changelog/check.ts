import { pendingChanges } from '../../src/changelog/release.ts'
import { printChanges, today } from './print.ts'

/** Compares the interface as it is with its last release: for what must pass before a change lands. */
export const check = async (args: string[]): Promise<number> => {
  if (args.length > 0) throw new Error('Usage: sallyport changelog check')
  const { last, changes, unused } = await pendingChanges(today())
  process.stdout.write(`Since ${last ? `${last.version} of ${last.date}` : 'ever'}:\n`)
  printChanges(changes)
  for (const { rule, target } of unused)
    process.stderr.write(
      `contract/accepted-changes.json accepts what is no breaking change: ${rule}, ${target}\n`,
    )
  const refused = changes.filter(({ breaking, accepted }) => breaking && !accepted)
  if (refused.length > 0) process.stderr.write(advice)
  return refused.length + unused.length > 0 ? 1 : 0
}

const advice = `It breaks what the last release promised. Deprecate it in a release first, or accept it in
contract/accepted-changes.json: see docs/guides/change-the-interface.md.
`
