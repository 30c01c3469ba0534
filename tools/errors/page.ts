import { type Advice, advice, failureAdvice } from './advice.ts'
import { causes } from './causes.ts'
import { type Refusal, refusals, signInFailures, thrownIn } from './refusals-of.ts'

/** docs/errors.md */
export const errorsPage = (): string => `# Every refusal

What each refusal of the interface means, and what an application and an operator do about it. Programs switch over \`code\`;
the \`message\` is for people, and may be reworded. New codes may come: treat one that you don't know by its status.

A 422 has no code. It is a list: show each \`message\` beside its \`field\`. With the rule \`database.unique\`, the address has an account
already, so offer to sign in.

Every answer has an \`x-request-id\`, which the log has as \`reqId\`.

${sections().join('\n')}
## Causes of a 503

An outage has the line *… cannot be used* in [the log](log.md) when it begins, and another one when it ends. Anything else has *requests
are being refused*, every ten seconds at most, and \`why\` is one of these.

${tableOf(
  ['why', 'what is the matter', 'what the operator does'],
  causes.map(({ log, what, operator }) => [log, what, operator]),
)}

## At a \`redirect_uri\`

A sign-in with a provider, or on the hosted pages, that fails leads back to the application with one of these as its \`error\`, and words
for people as \`error_description\`.

${tableOf(
  ['error', 'words', 'what the application does', 'what the operator does'],
  Object.entries(failureAdvice).map(([code, { client, operator }]) => [
    `\`${code}\``,
    wordsOf(signInFailures().filter((failure) => failure.code === code)),
    client,
    operator ?? '',
  ]),
)}
`

const sections = () => {
  const all = refusals()
  return Object.entries(advice)
    .flatMap(([code, byStatus]) =>
      Object.entries(byStatus).map(([status, advised]) => ({ code, status: Number(status), advised })),
    )
    .sort((one, other) => one.status - other.status)
    .map(({ code, status, advised }) =>
      sectionOf(
        `${status} ${code}`,
        all.filter((each) => each.code === code && each.status === status),
        advised,
      ),
    )
}

const sectionOf = (title: string, made: readonly Refusal[], { at, client, operator }: Advice): string => {
  const places = thrownIn(made.map(({ name }) => name)).map((folder) => `\`${folder}\``)
  const lines = [
    ['Says', wordsOf(made)],
    ['At', at],
    ['Application', client],
    ...(operator ? [['Operator', operator]] : []),
    ['Source', places.join(', ')],
  ]
  return `## ${title}\n\n${lines.map(([name, text]) => `- **${name}:** ${text}`).join('\n')}\n`
}

const wordsOf = (made: readonly { message: string }[]) =>
  made.map(({ message }) => (message === '…' ? 'words that say why' : `“${message}”`)).join(' ')

const tableOf = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells, nth) => (nth === 1 ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`))
    .join('\n')
