import manifest from '../../package.json' with { type: 'json' }
import { diff, usageOf } from './diff.ts'
import type { Outcome } from './outcome.ts'

const help = `${usageOf(manifest.name)}

${manifest.description}
OLD and NEW are files or URLs of OpenAPI 3.0 or 3.1, in JSON or YAML.

  --json      Print { breaking, changes } for programs.
  --strict    Let a renamed path parameter make another operation.
  --help      Print this.
  --version   Print the version.

Ends with 0 where nothing breaks, 1 where something does, and 2 where a document cannot be read or the
command was called the wrong way.
`

/** @throws an `Error` whose message says in a line what is wrong */
export const run = async (args: string[]): Promise<Outcome> => {
  if (args.includes('--help') || args.includes('-h')) return { exitCode: 0, output: help }
  if (args.includes('--version')) return { exitCode: 0, output: `${manifest.version}\n` }
  return diff(args, manifest.name)
}
