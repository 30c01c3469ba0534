import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { channels } from '../../src/modules.ts'
import { get } from '../support/http.ts'
import { newEmail, tokensOf, tryToRegister } from '../support/people.ts'
import { scrape } from '../support/scrape.ts'
import { isPostgres, startTestService } from '../support/service.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const service = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0', EMAIL_VERIFICATION: 'required' })

/** What is there once an email is sent, and once the database has answered. */
const slow = ['outbox_attempts_total', 'passwords_foreign', 'accounts_one_loss_locks_out']

/** A service that has done a little of everything. */
const busyScrape = async () => {
  const person = { email: newEmail(), password: 'a password of the tests' }
  const { accessToken } = tokensOf(await tryToRegister(service, person), 201)
  await get(service, '/users/me', accessToken)
  for (const endsMs = performance.now() + 20_000; ; await sleep(20)) {
    const seen = await scrape(service)
    if (slow.every((name) => seen.sum(name) !== undefined)) return seen
    assert.ok(performance.now() < endsMs, 'no email is sent, or the database has not answered')
  }
}
const seen = await busyScrape()
const onServer = ['sallyport_db_server', 'sallyport_db_pool_connections', 'sallyport_db_pool_waiting']
const names = new Set([...seen.types.keys(), ...(isPostgres ? [] : onServer)])
const labelsOf = (name: string) => [
  ...new Set(
    seen.samples
      .filter((sample) => sample.name.replace(/_(bucket|sum|count)$/, '') === name)
      .flatMap(({ labels }) => Object.keys(labels).filter((label) => label !== 'le')),
  ),
]

/** Without what Prometheus adds to a histogram or a summary. */
const namedIn = (text: string) =>
  new Set(
    [...text.matchAll(/\bsallyport_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')),
  )

test('the guide lists every metric, with its kind and labels, and no other', () => {
  const rows = [
    ...read('docs/guides/watch-it.md').matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*)\| [^|]+\.[^|]* \|$/gm),
  ]
  const told = rows.map(([, name, type, labels = '']) => ({
    name: `sallyport_${name}`,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
  }))
  const isHere = ({ name }: { name: string }) => isPostgres || !onServer.includes(name)
  const there = [...seen.types].map(([name, type]) => ({ name, type, labels: labelsOf(name) }))
  assert.deepEqual(told.filter(isHere), there)
})

test('alerts and dashboard use only existing metrics', () => {
  const asked = [namedIn(read('deploy/alerts.yml')), namedIn(read('deploy/grafana-dashboard.json'))]
  for (const named of asked) {
    assert.ok(named.size > 8)
    assert.deepEqual(named.difference(names), new Set())
  }
  assert.deepEqual(names.difference(asked[1]!), new Set(), 'the dashboard leaves nothing out')
})

test('alerts and panels use only existing labels and values', () => {
  const text = read('deploy/alerts.yml') + read('deploy/grafana-dashboard.json').replaceAll('\\"', '"')
  const selectors = [...text.matchAll(/\bsallyport_([a-z_]+)\{(.*?)\}/g)]
  assert.ok(selectors.length > 8)
  for (const [selector, name = '', matchers = ''] of selectors)
    for (const [, label = '', operator = '', value = ''] of matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)) {
      const own = seen.samples.filter((sample) => sample.name === `sallyport_${name}`)
      assert.ok(
        own.every(({ labels }) => label in labels),
        selector,
      )
      const isOpen = ['status', 'route', 'channel'].includes(label) || name === 'outbox_attempts_total'
      const values = operator === '=~' ? value.split('|') : [value]
      for (const each of values)
        assert.ok(isOpen || own.some(({ labels }) => labels[label] === each), selector)
    }
  for (const [, list = '', rest = ''] of text.matchAll(/ by \(([^)]+)\) \((.*?)\n/g)) {
    const [name = ''] = namedIn(rest)
    if (!seen.types.has(name)) continue
    const allowed = [...labelsOf(name), 'le', 'instance']
    for (const label of list.split(', ')) assert.ok(allowed.includes(label), `${label} of ${name}`)
  }
})

test('email delivery is judged by emails, not by the rest of the outbox', () => {
  assert.ok('mail' in channels)
  const selectors = [...read('deploy/alerts.yml').matchAll(/\bsallyport_outbox_attempts_total\b(\{.*?\})?/g)]
  assert.ok(selectors.length > 1)
  for (const [selector] of selectors) assert.match(selector, /\{channel="mail", /)
})

test('every rule has a name, an expression with balanced brackets, and a description', () => {
  const text = read('deploy/alerts.yml')
  assert.doesNotMatch(text, /\t| $/m)
  const rules = text.split(/^ {6}- /m).slice(1)
  const alerts = rules.map((rule) => /^alert: (Sallyport\w+)\n/.exec(rule)?.[1])
  const guide = [...read('docs/guides/watch-it.md').matchAll(/^\| `(Sallyport\w+)` \|/gm)].map(
    ([, name]) => name,
  )
  assert.deepEqual(alerts, guide)
  for (const rule of rules) {
    const [, expression = ''] = /^ {8}expr: (.+?)\n {8}\w/ms.exec(rule) ?? []
    for (const [open, shut] of ['()', '{}', '[]'])
      assert.equal(expression.split(open!).length, expression.split(shut!).length, expression)
    assert.match(rule, /^ {8}labels:\n {10}severity: (page|ticket)$/m)
    assert.match(rule, /^ {10}summary: \S.*\.$/m)
    assert.match(rule, /^ {10}description: \S.*$/m)
  }
})

test('every panel of the dashboard has a place of its own', () => {
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json'))
  const places = panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x} ${y}`)
  assert.equal(new Set(places).size, panels.length)
})
