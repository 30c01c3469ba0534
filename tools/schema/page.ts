import { held, type Level } from './held.ts'

const levels: Record<Level, [what: string, how: string]> = {
  secret: [
    'Signs somebody in, or leads there.',
    'As a hash, a digest, encrypted with a key outside the database, or as a part of what is needed, so that the database alone opens nothing. Never in an answer, an export or the log.',
  ],
  personal: [
    'Says who or where somebody is.',
    'Readable in the database. Shown to the owner, and to operators with a key or a command for it. Removed with the account.',
  ],
  account: [
    'What an account has and what it did, by random ids.',
    'Readable in the database, and shown to the owner where it helps. Removed with the account, except for events, which are anonymous by then.',
  ],
  operation: ['Says nothing about a person.', 'Readable in the database.'],
}

/** docs/data.md */
export const dataPage = (): string => `# Which data is held

Every table and column, how sensitive each is, and how long it is kept. A row that has ended is deleted within minutes. Removing an
account deletes whatever names it, except for its events, which become anonymous, and a digest of its random id.

${tableOf(
  ['level', 'what it is', 'how it is kept'],
  Object.entries(levels).map(([level, rest]) => [level, ...rest]),
)}

The same data is also in what you copy: [back-ups](guides/back-up.md), standbys and PostgreSQL's own log files, for as long as you
keep them. Without \`SMTP_URL\`, emails are in \`DATA_DIR/mail\`, with links that work, until you delete them. [The
log](log.md) has random ids and no names, email addresses or secrets, unless \`MAIL_TO_LOG\` is on.

${Object.entries(held).map(sectionOf).join('\n')}`

const sectionOf = ([name, { about, kept, columns }]: [string, (typeof held)[string]]) => `## ${name}

${about} Kept: ${kept.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}

${tableOf(
  ['column', 'level', 'what it is'],
  Object.entries(columns).map(([column, [level, what]]) => [`\`${column}\``, level, what]),
)}
`

const tableOf = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells, nth) => (nth === 1 ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`))
    .join('\n')
