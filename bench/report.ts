import type { Sample } from './run.ts'

export const median = (numbers: number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The medians of all rounds, a line for each contender, operation and number of connections. */
export const table = (samples: readonly Sample[]): string => {
  const groups = Map.groupBy(
    samples,
    ({ operation, connections, contender }) => `${operation} ×${connections}|${contender}`,
  )
  const rows = [...groups].map(([key, group]) => {
    const [operation = '', contender = ''] = key.split('|')
    const of = (name: 'perSecond' | 'p50' | 'p99' | 'cpuMicros' | 'idleMb' | 'readyMs') =>
      median(group.map((sample) => sample[name]))
    const figures = [
      of('perSecond').toFixed(0),
      of('p50').toFixed(1),
      of('p99').toFixed(1),
      of('cpuMicros').toFixed(0),
      of('idleMb').toFixed(0),
      of('readyMs').toFixed(0),
    ]
    return [operation, contender, ...figures]
  })
  const head = [
    'operation',
    'contender',
    'per second',
    'p50 ms',
    'p99 ms',
    'CPU µs each',
    'idle MB',
    'ready ms',
  ]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('')
}
