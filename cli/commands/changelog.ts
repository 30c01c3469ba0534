import { check } from '../changelog/check.ts'
import { diff } from '../changelog/diff.ts'
import { release } from '../changelog/release.ts'
import type { Command } from './command.ts'

/** Each gives the exit code: 1 where something breaks. */
const actions: Record<string, (args: string[]) => Promise<number>> = { check, diff, release }

const usages = ['check', 'diff OLD NEW [--json] [--strict]', 'release VERSION [--branch NAME]']

/** The interface's own changelog. */
export const changelog: Command = {
  usage: 'changelog ACTION',
  about: `What changed in the interface: ${usages.join(', ')}.`,
  run: async ([name = '', ...args]) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    try {
      if (!action) throw new Error(`Usage: sallyport changelog ${usages.join(' | ')}`)
      process.exitCode = await action(args)
    } catch (error) {
      // 1 says that something breaks
      process.stderr.write(`${(error as Error).message}\n`)
      process.exitCode = 2
    }
  },
}
