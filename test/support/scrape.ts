import assert from 'node:assert/strict'
import parse from 'parse-prometheus-text-format'
import { get } from './http.ts'
import type { TestService } from './service.ts'

type Labels = Readonly<Record<string, string>>
export type Sample = { name: string; labels: Labels; value: number }
export type Scrape = {
  text: string
  samples: Sample[]
  /** By name, without `_bucket` and the like. */
  types: Map<string, string>
  /** The sum of the samples that have these labels; undefined without any. */
  sum(name: string, labels?: Labels): number | undefined
}

/** The grammar of https://prometheus.io/docs/instrumenting/exposition_formats/ as far as it is used. */
const sampleLine =
  /^([a-z_]+)(?:\{([a-z]+="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-z]+="(?:[^"\\\n]|\\[\\"n])*")*)\})? (\S+)$/

/** Asks as Prometheus does. */
export const scrape = async ({ adminAddress }: Pick<TestService, 'adminAddress'>): Promise<Scrape> => {
  const { status, headers, text } = await get({ address: adminAddress }, '/metrics')
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.ok(text.endsWith('\n'))
  const lines = text.trimEnd().split('\n')
  const samples = lines.filter((line) => !line.startsWith('#')).map(sampleOf)
  const types = new Map(parse(text).map(({ name, type }) => [name, type.toLowerCase()]))
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, labels]))
  assert.equal(new Set(keys).size, keys.length, 'every series is there once')
  const sum = (name: string, labels: Labels = {}) => {
    const found = samples.filter(
      (sample) =>
        sample.name === `sallyport_${name}` &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )
    return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined
  }
  return { text, samples, types, sum }
}

const sampleOf = (line: string): Sample => {
  const [, name = '', pairs = '', value] = sampleLine.exec(line) ?? assert.fail(`no sample: ${line}`)
  assert.ok(Number.isFinite(Number(value)), line)
  assert.doesNotMatch(pairs, /quantile=/, 'for summaries, and ours have none: promtool check metrics')
  const labels = [...pairs.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text])
  return { name, labels: Object.fromEntries(labels), value: Number(value) }
}

/** The increase since then. */
export const since = (before: Scrape, after: Scrape, name: string, labels?: Labels): number =>
  (after.sum(name, labels) ?? 0) - (before.sum(name, labels) ?? 0)

/**
 * The increase of a counter during some work. Fails where a series was absent before it: a rate begins at nought.
 * @param series its name, and the label to count by
 * @returns by value, without those that stay
 */
export const countedWhile = async (
  service: Pick<TestService, 'adminAddress'>,
  series: string,
  act: () => Promise<unknown>,
): Promise<Record<string, number>> => {
  const [name = '', label = ''] = series.split(' ')
  const before = await scrape(service)
  await act()
  const after = await scrape(service)
  const own = after.samples.filter((sample) => sample.name === `sallyport_${name}`)
  const values = [...new Set(own.map(({ labels }) => labels[label] ?? ''))]
  const added = values.map((value) => [value, since(before, after, name, { [label]: value })] as const)
  const grown = added.filter(([, count]) => count !== 0)
  for (const [value] of grown)
    assert.notEqual(before.sum(name, { [label]: value }), undefined, `${series} ${value}`)
  return Object.fromEntries(grown)
}
