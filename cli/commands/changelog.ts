import type { Command } from './command.ts'

const usages = [
  'check',
  'diff OLD NEW [--format NAME] [--accept FILE] [--only OPERATION]... [--strict] [--all]',
  'release VERSION [--branch NAME] [--words TEXT]',
]

export const changelog: Command = {
  usage: 'changelog ACTION',
  about: `Show or release changes of the interface: ${usages.join(', ')}.`,
  run: async ([name = '', ...args]) => {
    // loaded lazily, because `serve` never compares
    const { actions, printable } = await import('../changelog/actions.ts')
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    try {
      if (!action) throw new Error(`Usage: sallyport changelog ${usages.join(' | ')}`)
      const { exitCode, output, complaint = '' } = await action(args)
      process.stdout.write(output)
      process.stderr.write(complaint)
      process.exitCode = exitCode
    } catch (error) {
      // 1 means breaking changes
      process.stderr.write(`${printable((error as Error).message)}\n`)
      process.exitCode = 2
    }
  },
}
