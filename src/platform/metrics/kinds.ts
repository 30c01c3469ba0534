import { type Series, type Sets, seriesOf, type Values } from './series.ts'

type Counter<Labels extends Sets> = { add(values: Values<Labels>): void }
/** Has no value until it is set. */
type Gauge<Labels extends Sets> = { set(values: Values<Labels>, value: number): void; clear(): void }
/** Of seconds, or of whatever the name says. */
type Distribution<Labels extends Sets> = { observe(values: Values<Labels>, value: number): void }

export type Sample = readonly [suffix: string, labels: string, value: number]
/** What is counted, and how Prometheus reads it. */
export type Kind<Meter> = { type: string; samples: () => Sample[]; meter: Meter }

export const counterOf = <Labels extends Sets>(labels: Labels): Kind<Counter<Labels>> => {
  const series = seriesOf(labels, () => ({ value: 0 }))
  series.fill()
  const add = (values: Values<Labels>) => {
    series.at(values).value++
  }
  return { type: 'counter', samples: () => series.all().map(sampleOf), meter: { add } }
}

export const gaugeOf = <Labels extends Sets>(labels: Labels): Kind<Gauge<Labels>> => {
  const series = seriesOf(labels, () => ({ value: 0 }))
  const set = (values: Values<Labels>, value: number) => {
    series.at(values).value = value
  }
  return { type: 'gauge', samples: () => series.all().map(sampleOf), meter: { set, clear: series.clear } }
}

/** @param bounds the upper ends of a histogram's buckets; a summary has number and sum only */
export const distributionOf = <Labels extends Sets>(
  labels: Labels,
  bounds: readonly number[] = [],
): Kind<Distribution<Labels>> => {
  const series = seriesOf(labels, () => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }))
  series.fill()
  const observe = (values: Values<Labels>, value: number) => {
    const state = series.at(values)
    const bucket = bounds.findIndex((bound) => value <= bound)
    if (bucket >= 0) state.counts[bucket]!++
    state.count++
    state.sum += value
  }
  const type = bounds.length > 0 ? 'histogram' : 'summary'
  return { type, samples: () => series.all().flatMap(samplesOf(bounds)), meter: { observe } }
}

const sampleOf = ({ labels, state }: Series<{ value: number }>): Sample => ['', labels, state.value]

const samplesOf =
  (bounds: readonly number[]) =>
  ({ labels, state: { counts, count, sum } }: Series<{ counts: number[]; count: number; sum: number }>) => {
    const bucket = (end: number | string, value: number): Sample => {
      const pairs = [labels, `le="${end}"`].filter(Boolean)
      return ['_bucket', pairs.join(), value]
    }
    let below = 0
    const buckets = bounds.map((end, at) => {
      below += counts[at] ?? 0
      return bucket(end, below)
    })
    const whole: Sample[] = [
      ['_sum', labels, sum],
      ['_count', labels, count],
    ]
    return bounds.length > 0 ? [...buckets, bucket('+Inf', count), ...whole] : whole
  }
