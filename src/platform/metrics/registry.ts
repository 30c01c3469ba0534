import { type Series, type Sets, seriesOf, type Values } from './series.ts'

export type Counter<Labels extends Sets> = { add(values: Values<Labels>, by?: number): void }
export type Gauge<Labels extends Sets> = { set(values: Values<Labels>, value: number): void; clear(): void }
/** Of seconds, or of whatever the name says. */
export type Distribution<Labels extends Sets> = { observe(values: Values<Labels>, value: number): void }

type Sample = readonly [suffix: string, labels: string, value: number]
type Family = { name: string; help: string; type: string; samples: () => Sample[] }

/**
 * Metrics, and their text in Prometheus' exposition format 0.0.4.
 * @param prefix of all names
 */
export const newRegistry = (prefix: string) => {
  const families: Family[] = []

  const distribution =
    (type: 'histogram' | 'summary') =>
    <const Labels extends Sets>(
      name: string,
      help: string,
      labels: Labels,
      bounds: readonly number[] = [],
    ): Distribution<Labels> => {
      const series = seriesOf(labels, () => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }))
      series.fill()
      families.push({ name, help, type, samples: () => series.all().flatMap(samplesOf(bounds)) })
      return {
        observe: (values, value) => {
          const state = series.at(values)
          const bucket = bounds.findIndex((bound) => value <= bound)
          if (bucket >= 0) state.counts[bucket]!++
          state.count++
          state.sum += value
        },
      }
    }

  return {
    counter: <const Labels extends Sets>(name: string, help: string, labels: Labels): Counter<Labels> => {
      const series = seriesOf(labels, () => ({ value: 0 }))
      series.fill()
      families.push({ name, help, type: 'counter', samples: () => series.all().map(sampleOf) })
      return {
        add: (values, by = 1) => {
          series.at(values).value += by
        },
      }
    },

    /** Has no value until it is set. */
    gauge: <const Labels extends Sets>(name: string, help: string, labels: Labels): Gauge<Labels> => {
      const series = seriesOf(labels, () => ({ value: 0 }))
      families.push({ name, help, type: 'gauge', samples: () => series.all().map(sampleOf) })
      return {
        set: (values, value) => {
          series.at(values).value = value
        },
        clear: series.clear,
      }
    },

    /** With `bounds`, the upper ends of its buckets. */
    histogram: distribution('histogram'),
    /** Their number and sum only. */
    summary: distribution('summary'),
    text: (): string => families.map((family) => textOf(prefix, family)).join(''),
  }
}

const sampleOf = ({ labels, state }: Series<{ value: number }>): Sample => ['', labels, state.value]

const samplesOf =
  (bounds: readonly number[]) =>
  ({ labels, state }: Series<{ counts: number[]; count: number; sum: number }>): Sample[] => {
    let below = 0
    const buckets = [...bounds, '+Inf'].map((bound, at): Sample => {
      below += state.counts[at] ?? 0
      const end = [labels, `le="${bound}"`].filter(Boolean).join()
      return ['_bucket', end, bound === '+Inf' ? state.count : below]
    })
    const whole: Sample[] = [
      ['_sum', labels, state.sum],
      ['_count', labels, state.count],
    ]
    return bounds.length > 0 ? [...buckets, ...whole] : whole
  }

const textOf = (prefix: string, { name, help, type, samples }: Family): string => {
  const lines = samples().map(
    ([suffix, labels, value]) => `${prefix}${name}${suffix}${labels && `{${labels}}`} ${value}\n`,
  )
  if (lines.length === 0) return ''
  return `# HELP ${prefix}${name} ${help}\n# TYPE ${prefix}${name} ${type}\n${lines.join('')}`
}
