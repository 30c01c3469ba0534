import { pendingChanges } from 'openapi-changelog'
import { printable, today } from 'openapi-changes/command'
import { contractFolder } from '../../src/web/changelog/published.ts'
import { type Outcome, told } from './outcome.ts'

/** Compares the current interface with its last release. @param contract the folder of the documents */
export const check = async (args: string[], contract = contractFolder): Promise<Outcome> => {
  if (args.length > 0) throw new Error('Usage: sallyport changelog check')
  const { last, changes, unused } = await pendingChanges(today(), contract)
  const refused = changes.filter(({ breaking, accepted }) => breaking && !accepted)
  const idle = unused.map(
    ({ rule, target }) =>
      `contract/accepted-changes.json accepts something that is not a breaking change: ${rule}, ${target}`,
  )
  return {
    exitCode: refused.length + idle.length > 0 ? 1 : 0,
    output: `${last ? `Since ${last.version} of ${last.date}:` : 'There are no releases yet.'}\n${told(changes)}`,
    complaint: idle.map((line) => `${printable(line)}\n`).join('') + (refused.length > 0 ? advice : ''),
  }
}

const advice = `This breaks clients of the last release. Deprecate it in a release first, or accept it in
contract/accepted-changes.json: see docs/guides/change-the-interface.md.
`
