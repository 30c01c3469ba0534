import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const numberOf = (text: string | undefined) => Number(text?.replaceAll(',', ''))

/** What a chart or a table has for checks by Sallyport, to three digits. */
const checks = {
  README: /some ([\d,]+) times a second/,
  'docs/guides/capacity': /^\| check an access token .*?\| ([\d,]+) \|/m,
  'docs/measurements': /^\| check \| ([\d,]+) \|/m,
}

test('the first page, the guide and the measurements have the chart’s checks per second', () => {
  const [, charted] = /<text[^>]*>([\d,]+)<\/text>/.exec(read('docs/guides/speed.svg')) ?? []
  assert.ok(numberOf(charted) > 1_000)
  const told = Object.entries(checks).map(([page, pattern]) => [page, pattern.exec(read(`${page}.md`))?.[1]])
  for (const [page, figure] of told) {
    const ratio = numberOf(figure) / numberOf(charted)
    assert.ok(Math.abs(ratio - 1) < 0.01, `${page} has ${figure} checks per second, the chart ${charted}`)
  }
})
