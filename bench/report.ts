import type { Sample } from './contender.ts'
import { median } from './statistics.ts'

const figures = ['perSecond', 'p50', 'p99', 'cpuMicrosEach', 'idleMb', 'busyMb', 'readyMs'] as const

/** All rounds of one contender at one operation, as the median of each figure. */
export type Row = Pick<Sample, 'contender' | 'operation' | 'connections'> &
  Record<(typeof figures)[number], number> & {
    /** The spread of the rounds' throughput: the fastest less the slowest, as a share of the median. */
    spread: number
  }

export const medians = (samples: readonly Sample[]): Row[] => {
  const groups = Map.groupBy(samples, ({ operation, connections, contender }) =>
    [operation, connections, contender].join(),
  )
  return [...groups.values()].map((rounds) => {
    const [{ contender, operation, connections }] = rounds as [Sample]
    const of = figures.map((figure) => [figure, median(rounds.map((round) => round[figure] ?? Number.NaN))])
    const perSecond = rounds.map((round) => round.perSecond)
    const spread = (Math.max(...perSecond) - Math.min(...perSecond)) / median(perSecond)
    return { contender, operation, connections, ...Object.fromEntries(of), spread } as Row
  })
}

/** In Markdown, a line for each row. */
export const table = (rows: readonly Row[]): string => {
  const lines = rows.map((row) => [
    `${row.operation} ×${row.connections}`,
    row.contender,
    told(row.perSecond),
    `${told(row.spread * 100)} %`,
    told(row.p50, 2),
    told(row.p99, 1),
    told(row.cpuMicrosEach),
    told(row.idleMb),
    told(row.busyMb),
    told(row.readyMs),
  ])
  return [head, head.map((_, index) => (index < 2 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

const head = [
  'operation ×connections',
  'contender',
  'per second',
  'spread',
  'p50 ms',
  'p99 ms',
  'CPU µs each',
  'idle MB',
  'busy MB',
  'ready ms',
]

const told = (figure: number, digits = 0) => (Number.isNaN(figure) ? '–' : figure.toFixed(digits))
