import type { OperationName } from './contender.ts'

/** Of one operation, or of a whole day. */
export type Costs = {
  statements: number
  commits: number
  writes: number
  writtenBytes: number
  walBytes: number
  databaseMicros: number
  serviceMicros: number
}

/** The share of all people who come on a day, and what each of them does. */
const activeShare = 0.2
const activity = { check: 10, refresh: 4, 'sign-in': 0.1 } satisfies Partial<Record<OperationName, number>>
/** The busiest hour against the mean. */
const peak = 4
/** Rows of a person after a year. */
const kept = {
  users: 1,
  emails: 1,
  email_owners: 1,
  passwords: 1,
  known_addresses: 3,
  sessions: 3,
  events: 30,
  outbox: 4,
  outbox_attempts: 4,
}

/** In Markdown: the needs of so many people, from the cost of operations and the bytes per row of each table. */
export const capacityTable = (costs: Map<OperationName, Costs>, sizes: Map<string, number>): string => {
  const rows = [1e6, 1e7, 1e8, 1e9].map((users) => {
    const daily = (figure: keyof Costs) => users * activeShare * eachDay(costs, figure)
    const cores = (figure: keyof Costs) => ((daily(figure) / 1e6 / 86_400) * peak).toFixed(2)
    const data = Object.entries(kept).map(([table, rows]) => rows * (sizes.get(table) ?? 0))
    const gigabytes = [users * total(data), daily('walBytes')].map((bytes) => (bytes / 1e9).toFixed(1))
    return [whole(users), ...gigabytes, cores('databaseMicros'), cores('serviceMicros')]
  })
  return [head, head.map(() => '---:'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const head = ['users', 'data GB', 'WAL GB a day', 'PostgreSQL cores', 'service cores']

const eachDay = (costs: Map<OperationName, Costs>, figure: keyof Costs) =>
  total(
    Object.entries(activity).map(
      ([name, times]) => times * (costs.get(name as OperationName)?.[figure] ?? Number.NaN),
    ),
  )

const total = (figures: readonly number[]) => figures.reduce((sum, each) => sum + each, 0)

export const whole = (figure: number): string => Math.round(figure).toLocaleString('en')
