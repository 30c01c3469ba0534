import { median, percentile, rankTest } from './statistics.ts'

/** The probability that chance alone gives what is called a difference here. */
const maxChance = 0.01

const say = (line: string) => process.stdout.write(`${line}\n`)

/** So many of each kind, in random order. */
export const interleaved = <Kind>(kinds: readonly Kind[], timesEach: number): Kind[] =>
  kinds
    .flatMap((kind) => Array.from({ length: timesEach }, () => ({ kind, lot: Math.random() })))
    .sort((one, other) => one.lot - other.lot)
    .map(({ kind }) => kind)

/**
 * Prints how long each kind took, and whether the first differs from any other by rank, which is a failure of the process.
 * @param tookMs by kind
 */
export const tellDifferences = (title: string, tookMs: Readonly<Record<string, readonly number[]>>): void => {
  say(`${title}\n`)
  say('| who | n | p10 ms | median ms | p90 ms |\n|---|---:|---:|---:|---:|')
  for (const [kind, values] of Object.entries(tookMs)) say(rowOf(kind, values))
  const [[first, values] = ['', []], ...others] = Object.entries(tookMs)
  for (const [other, otherValues] of others) {
    const { share, p } = rankTest(values, otherValues)
    const isAlike = p >= maxChance
    if (!isAlike) process.exitCode = 1
    const verdict = isAlike ? 'no difference shows' : 'A DIFFERENCE SHOWS, unless it was chance: try again'
    say(`\nP(${first} > ${other}) = ${share.toFixed(3)}, p = ${p.toPrecision(2)}: ${verdict}`)
  }
  say('')
}

const rowOf = (kind: string, values: readonly number[]): string => {
  const figures = [percentile(values, 0.1), median(values), percentile(values, 0.9)]
  return `| ${[kind, values.length, ...figures.map((ms) => ms.toFixed(3))].join(' | ')} |`
}
