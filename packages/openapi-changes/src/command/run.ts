import { createRequire } from 'node:module'
import { diff, usageOf } from './diff.ts'
import type { Outcome } from './outcome.ts'

const name = 'openapi-changes'

// by its own name, because what is packed lies in other folders
const manifest = createRequire(import.meta.url)(`${name}/package.json`) as Record<string, string>

const help = `${usageOf(name)}
       ${name} explain [RULE] [--json]

${manifest.description}

OLD and NEW are files of OpenAPI 3.0 to 3.2, in JSON or YAML, and one of them may be - for standard input.
URLs are not read: curl -fsS https://example.com/openapi.json | ${name} - openapi.json

  --format NAME   How to tell it: text, json, markdown (for a comment), or github (annotations). Text by default.
  --json          The same as --format json.
  --accept FILE   Changes that may break callers all the same: a list of { rule, target, reason }. What it lists
                  and is not found is told on standard error.
  --only OPERATION  Tell of these operations only, as in 'GET /orders*', and of what belongs to none. Or of a file of what a
                  client calls: a call in each line, a HAR, or an access log. May be repeated.
  --strict        Let a renamed path parameter make another operation.
  --all           List every place of a change that breaks nothing.
  --help          Print this.
  --version       Print the version.

explain tells about a rule: what it says, why, and a pair of documents that shows it. Alone, it lists all rules.

Exit codes: 0 if nothing breaks, or all that does was accepted; 1 if something breaks; 2 if the documents could not
be compared, or the command was called the wrong way.

Colours are for terminals; NO_COLOR switches them off.
`

/** @throws an `Error` whose message says in a line what is wrong */
export const run = async (args: string[], isColoured = false): Promise<Outcome> => {
  if (args.includes('--help') || args.includes('-h')) return { exitCode: 0, output: help }
  if (args.includes('--version')) return { exitCode: 0, output: `${manifest.version}\n` }
  const [action, ...rest] = args
  if (action !== 'explain') return diff(args, name, isColoured)
  // it brings along a pair of documents for every rule
  const { explain } = await import('./explain.ts')
  return explain(rest, name)
}
