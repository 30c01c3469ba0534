import { parseArgs } from 'node:util'
import { today } from 'openapi-changes/command'
import { makeRelease } from '../../src/web/changelog/release.ts'
import { type Outcome, told } from './outcome.ts'

const options = { branch: { type: 'string', default: 'main' } } as const

export const release = async (args: string[]): Promise<Outcome> => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [version, ...others] = positionals
  if (!version || others.length > 0)
    throw new Error('Usage: sallyport changelog release VERSION [--branch NAME]')
  const { changes } = await makeRelease({ version, branch: values.branch, today: today() })
  return { exitCode: 0, output: `${told(changes)}Made contract/releases/${version}.json\n` }
}
