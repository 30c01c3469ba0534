import { statementMs } from '../answer-within.ts'

const lockMs = 2_000
// a process that stops dead in a transaction must not keep its locks: those of a user, or of the feed
const idleMs = 10_000

type Scope = 'session' | 'local'

/** The deadlines, and the formats of instants and days, which a server, database or role may set otherwise. */
export const ownSettings = (scope: Scope): string =>
  settingStatements(
    {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
      datestyle: 'ISO',
      timezone: 'UTC',
    },
    scope,
  )

export const settingStatements = (all: Record<string, string | number>, scope: Scope = 'session'): string =>
  Object.entries(all)
    .map(([name, value]) => `set ${scope} ${name} = ${value}`)
    .join('; ')
