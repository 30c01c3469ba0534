import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/connections.md')

/** Who opens connections, in the service and in the doctor, and what the page calls it. */
const openers: Record<string, string> = {
  'src/platform/db/pool.ts': '| PostgreSQL: ',
  'src/platform/db/brief-client.ts': '`npx sallyport doctor` opens connections',
  'src/messages/mail/smtp.ts': '| Mail server: ',
  'src/platform/outgoing/ask-outside.ts': '| Sign-in providers: ',
  'cli/doctor/ask.ts': 'to `PUBLIC_URL` and to the service itself (5 s)',
}

/** What takes others than its types from a module that connects, or calls what does. */
const opens =
  /^import (?!type)(?!\{ (?:type \w+|isIPv?[46]?)(?:, (?:type \w+|isIPv?[46]?))* \}).* from 'node:(?:net|tls|dgram|https?|http2)'|import\('node:https?'\)|new pg\.Pool\(|\.connect\(\)|(?<![.\w])(?:globalThis\.)?fetch\((?!url, options)|new (?:WebSocket|EventSource)\(/m

test('everything that opens a connection is on the page of outgoing connections', () => {
  const found = globSync('{src,cli}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && opens.test(read(file)))
    .filter((file) => !passedOn.includes(file))
  assert.deepEqual(found.sort(), Object.keys(openers).sort())
  for (const words of Object.values(openers)) assert.ok(page.includes(words), words)
})

/** They connect by way of one of these, or are no part of a service. */
const passedOn = [
  // for the tests of applications, which ask it about itself
  'src/test-mode/client.ts',
  'src/test-mode/free-port.ts',
  'src/platform/db/serving.ts',
  'src/platform/db/server-pool.ts',
  'src/platform/db/postgres.ts',
  'src/platform/outgoing/kept-connections.ts',
]

const limits: [file: string, inSource: string, to: string, onPage: string][] = [
  ['src/platform/db/hosts.ts', 'usualMs = 1_000', 'PostgreSQL', '1 s to connect'],
  ['src/platform/db/hosts.ts', 'maxSeconds = 10', 'PostgreSQL', '10 s at most'],
  ['src/platform/db/answer-within.ts', 'statementMs = 3_000', 'PostgreSQL', '3 s for a statement'],
  ['src/platform/db/answer-within.ts', 'answerMs = statementMs + 2_000', 'PostgreSQL', '5 s until'],
  ['src/platform/db/pool.ts', 'maxConnections = 10', 'PostgreSQL', 'Up to ten connections'],
  ['src/platform/db/reach.ts', 'patienceMs = 30_000', 'PostgreSQL', 'A start, for 30 s'],
  ['src/messages/mail/smtp.ts', 'connect: 5_000, whole: 5 * 60_000', 'Mail server', '5 s to connect, 5 min'],
  ['src/messages/outbox/deliver.ts', 'atOnce = 10', 'Mail server', 'up to ten at once'],
  ['src/messages/outbox/pauses.ts', 'firstSeconds = 30', 'Mail server', 'After 30 s'],
  ['src/messages/outbox/pauses.ts', 'longestSeconds = 4 * 60 * 60', 'Mail server', 'up to 4 h'],
  [outgoing(), 'deadlineMs = 5_000', 'Sign-in providers', '5 s and'],
  [outgoing(), 'maxBytes = 2 ** 20', 'Sign-in providers', '1 MiB an answer'],
  [provider('connection'), 'keptMs = hour * 1_000', 'Sign-in providers', 'for an hour'],
  [provider('connection'), 'pauseMs = 5_000', 'Sign-in providers', 'after 5 s if it failed'],
  [provider('signing-keys'), 'keptMs = 5 * 60 * 1_000', 'Sign-in providers', 'keys are kept for 5 min'],
  ['src/messages/webhooks/post.ts', 'deadlineMs = 10_000', 'Webhooks', '10 s, no redirects'],
  ['src/messages/webhooks/post.ts', 'maxBytes = 64 * 1024', 'Webhooks', '64 KiB of an answer'],
  ['src/flows/webhooks/deliver/send.ts', 'atOnce = 4', 'Webhooks', 'Up to four requests at once'],
  ['src/flows/webhooks/deliver/work.ts', 'atOnce = 32', 'Webhooks', '32 in all'],
  [
    'src/flows/webhooks/deliver/record.ts',
    'longestAwaySeconds = 5 * minute',
    'Webhooks',
    'up to 5 min while nobody is there',
  ],
  ['cli/doctor/ask.ts', 'deadlineMs = 5_000', '', 'to the service itself (5 s)'],
  ['src/platform/db/brief-client.ts', 'patienceMs = 2_000', '', 'to the database (2 s)'],
  ['src/messages/mail/smtp.ts', 'whole: 8_000', '', 'the mail server (8 s)'],
]

test('the page of outgoing connections has the limits of the source', () => {
  for (const [file, inSource, to, onPage] of limits) {
    assert.ok(read(file).includes(inSource), `${file} has no ${inSource}: correct docs/connections.md, too`)
    const row = page.split('\n').find((line) => line.startsWith(`| ${to}`) && to) ?? page
    assert.ok(row.includes(onPage), `${onPage} of ${to}`)
  }
})

function provider(name: string): string {
  return `src/credentials/identities/providers/${name}.ts`
}

function outgoing(): string {
  return provider('outgoing')
}
