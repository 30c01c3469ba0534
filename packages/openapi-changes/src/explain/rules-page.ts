import { stringify } from 'yaml'
import { groupBy } from '../group-by.ts'
import { rules } from '../rules.ts'
import { type Explanation, explanationOf, plainly, verdicts } from './explanation.ts'

/** `docs/rules.md`: every rule; those that say the same of a parameter, a body and a property in one section. */
export const rulesPage = (): string => {
  const all = [...rules.keys()].map((id) => explanationOf(id)!)
  const sections = [...groupBy(all, wordsOf).values()]
  return `# Rules

${rules.size} rules, as \`openapi-changes explain\` tells them. They are tested with the documents shown: lines with \`-\`
are in the older one only, lines with \`+\` in the newer one. This page is generated:
\`UPDATE=1 npm test -- packages/openapi-changes/src/explain/rules-page.test.ts\`.

${sections.map(section).join('\n')}`
}

const wordsOf = ({ id, kind, verdict, says, why }: Explanation) => {
  const [, direction = ''] = /^(request|response)-/.exec(id) ?? []
  const stem = id.replace(/^(request|response)-(parameter|header|body|property)-/, '')
  return JSON.stringify([direction, stem, kind, verdict, says, why])
}

const section = (group: Explanation[]): string => {
  const [{ kind, verdict, says, why, pair }] = group as [Explanation]
  return `## ${group.map(({ id }) => `\`${id}\``).join(', ')}

**${verdicts[verdict][0]!.toUpperCase()}${verdicts[verdict].slice(1)}** (${kind}). ${plainly(says)} ${why}

\`\`\`diff
${difference(stringify(pair.older), stringify(pair.newer))}\`\`\`
`
}

/** The lines of both, in order, with what only one of them has marked. */
const difference = (older: string, newer: string): string => {
  const [from, to] = [older, newer].map((text) => text.split('\n').slice(0, -1)) as [string[], string[]]
  const common = longestCommon(from, to)
  const lines: string[] = []
  for (const line of [...common, undefined]) {
    while (from.length > 0 && from[0] !== line) lines.push(`- ${from.shift()}`)
    while (to.length > 0 && to[0] !== line) lines.push(`+ ${to.shift()}`)
    if (line !== undefined) lines.push(`  ${line}`)
    from.shift()
    to.shift()
  }
  return `${lines.join('\n')}\n`
}

const longestCommon = (one: string[], other: string[]): string[] => {
  let row: string[][] = Array.from({ length: other.length + 1 }, () => [])
  for (const line of one)
    row = other.reduce<string[][]>(
      (next, wanted, at) => {
        const [left, above] = [next[at]!, row[at + 1]!]
        next.push(line === wanted ? [...row[at]!, line] : left.length > above.length ? left : above)
        return next
      },
      [[]],
    )
  return row.at(-1)!
}
