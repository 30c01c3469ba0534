import type { NamedFinding } from '../doctor/check.ts'
import { factsOf } from '../doctor/facts.ts'
import { checks } from '../doctor/index.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { readArgs } from './args.ts'
import type { Command } from './command.ts'
import { print, printJson } from './output.ts'

const usage = 'doctor [--json]'

export const doctor: Command = {
  usage,
  about: 'Tell whether all is well with this installation, and what to do where it is not.',
  details: `
It changes nothing, sends no email, and may run beside the service: docs/guides/check-it.md
Exit code: 0 if nothing has failed, warnings or not; 1 if something has; 2 if it is called wrongly.
`,
  run: async (args) => {
    const { json } = readArgs(usage, args, {}, { least: 0, most: 0 }).values
    const facts = factsOf(process.env)
    try {
      const findings = await runChecks(checks, facts, json ? () => {} : show)
      if (json) printJson({ checks: findings })
      if (findings.some(({ status }) => status === 'fail')) process.exitCode = 1
    } finally {
      await facts.close()
    }
  },
}

const show = ({ name, status, message, remedy }: NamedFinding) => {
  const line = `${status.padEnd(4)}  ${name.padEnd(13)}  ${message}`
  print(line, ...(remedy ? [`${' '.repeat(21)}${remedy}`] : []))
}
