import { counterOf, distributionOf, gaugeOf, type Kind, type Sample } from './kinds.ts'
import type { Sets } from './series.ts'

type Family = { name: string; help: string; type: string; samples: () => Sample[] }

/**
 * Metrics, and their text in Prometheus' exposition format 0.0.4.
 * @param prefix of all names
 */
export const newRegistry = (prefix: string) => {
  const families: Family[] = []
  const kept = <Meter>(name: string, help: string, { meter, ...kind }: Kind<Meter>): Meter => {
    families.push({ name: prefix + name, help, ...kind })
    return meter
  }
  return {
    counter: <const Labels extends Sets>(name: string, help: string, labels: Labels) =>
      kept(name, help, counterOf(labels)),
    gauge: <const Labels extends Sets>(name: string, help: string, labels: Labels) =>
      kept(name, help, gaugeOf(labels)),
    histogram: <const Labels extends Sets>(
      name: string,
      help: string,
      labels: Labels,
      bounds: readonly number[],
    ) => kept(name, help, distributionOf(labels, bounds)),
    summary: <const Labels extends Sets>(name: string, help: string, labels: Labels) =>
      kept(name, help, distributionOf(labels)),
    text: (): string => families.map(textOf).join(''),
  }
}

const textOf = ({ name, help, type, samples }: Family): string => {
  const lines = samples().map(
    ([suffix, labels, value]) => `${name}${suffix}${labels && `{${labels}}`} ${value}\n`,
  )
  return lines.length > 0 ? `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}` : ''
}
