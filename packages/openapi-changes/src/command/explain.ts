import { stringify } from 'yaml'
import { type Explanation, explanationOf, plainly, verdicts } from '../explain/explanation.ts'
import { rules } from '../rules.ts'
import { adviceOn } from './advice.ts'
import { argumentsOf } from './arguments.ts'
import { report } from './formats/text.ts'
import type { Outcome } from './outcome.ts'

const options = { json: { type: 'boolean' } } as const

/**
 * Tells about a rule, or lists all of them.
 * @throws an `Error` for what is no rule
 */
export const explain = (args: string[], command: string): Outcome => {
  const usage = `Usage: ${command} explain [RULE] [--json]`
  const { values, positionals } = argumentsOf(args, options, usage)
  const [id, ...others] = positionals
  if (others.length > 0) throw new Error(usage)
  if (id === undefined) return { exitCode: 0, output: values.json ? inJson([...rules.keys()]) : list() }
  const explanation = explanationOf(id)
  if (!explanation)
    throw new Error(
      `There is no rule ${id}.${adviceOn(id, rules.keys())} "${command} explain" lists all of them.`,
    )
  return { exitCode: 0, output: values.json ? inJson(withDocuments(explanation)) : told(explanation) }
}

const list = (): string => {
  const width = Math.max(...[...rules.keys()].map((id) => id.length))
  const lines = [...rules].map(([id, { verdict }]) => `${id.padEnd(width)}  ${verdicts[verdict]}`)
  return `${lines.join('\n')}\n`
}

const told = ({ id, kind, verdict, says, why, pair, changes }: Explanation): string =>
  `${id}
${kind}, ${verdicts[verdict]}

${plainly(says)}
${why}

Before:
${indented(stringify(pair.older))}
After:
${indented(stringify(pair.newer))}
Found${conditionOf(pair.options)}:
${indented(report(changes))}`

const conditionOf = ({ today, isStrict }: NonNullable<Explanation['pair']['options']> = {}): string =>
  (today === undefined ? '' : ` on ${today}`) + (isStrict ? ' with --strict' : '')

const withDocuments = ({ pair: { older, newer, options }, ...about }: Explanation) => ({
  ...about,
  older,
  newer,
  ...(options && { options }),
})

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')

const inJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
