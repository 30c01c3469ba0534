import type { Command } from './command.ts'

const usages = ['check', 'diff OLD NEW [--json] [--strict]', 'release VERSION [--branch NAME]']

/** The interface's own changelog. */
export const changelog: Command = {
  usage: 'changelog ACTION',
  about: `What changed in the interface: ${usages.join(', ')}.`,
  run: async ([name = '', ...args]) => {
    // loaded here, for `serve` does without what compares
    const { actions, printable } = await import('../changelog/actions.ts')
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    try {
      if (!action) throw new Error(`Usage: sallyport changelog ${usages.join(' | ')}`)
      const { exitCode, output, complaint = '' } = await action(args)
      process.stdout.write(output)
      process.stderr.write(complaint)
      process.exitCode = exitCode
    } catch (error) {
      // 1 says that something breaks
      process.stderr.write(`${printable((error as Error).message)}\n`)
      process.exitCode = 2
    }
  },
}
