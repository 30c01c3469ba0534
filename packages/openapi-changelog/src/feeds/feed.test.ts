import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { hostileRelease, newChange, newRelease, shownText } from '../../test/releases.ts'
import { site } from '../../test/site.ts'
import { feeds } from './index.ts'

const addressOf = (path: string) => `https://things.example.com/v2${path}`
const gone = newChange({ kind: 'removed', breaking: true, target: 'GET /gone' })
const releases = [hostileRelease, newRelease('1.0.0', { date: '2026-03-01', changes: [newChange(), gone] })]

const entriesOf = (all: typeof releases) => {
  const rss = parseRssFeed(feeds.rss(site, all, addressOf))
  const atom = parseAtomFeed(feeds.atom(site, all, addressOf))
  const json = parseJsonFeed(feeds.json(site, all, addressOf))
  return [
    (rss.items ?? []).map(({ link, title, content }) => ({ link, title, content: content?.encoded })),
    (atom.entries ?? []).map(({ id, title, content }) => ({
      link: id,
      title: title?.value,
      content: content?.value,
    })),
    (json.items ?? []).map(({ url, title, content_html }) => ({ link: url, title, content: content_html })),
  ]
}

test('each form has the same entries, at their permanent addresses', () => {
  const [rss, ...others] = entriesOf(releases.slice(1))
  assert.equal(rss?.length, 1)
  assert.equal(rss?.[0]?.link, 'https://things.example.com/v2/changelog/1.0.0')
  assert.equal(rss?.[0]?.title, '1.0.0: 2 changes, 1 of them breaking')
  assert.match(rss?.[0]?.content ?? '', /Breaking:.+GET \/gone.+GET \/things/s)
  for (const entries of others) assert.deepEqual(entries, rss)
})

test('nothing in a document becomes markup, or ends what it stands in', () => {
  for (const entries of entriesOf(releases)) {
    assert.equal(entries.length, 2)
    const content = entries[0]?.content ?? ''
    assert.doesNotMatch(content, /<(script|img src=x|!--)|onerror=alert\(2\)>|]]>/)
    const text = content.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    assert.ok(text.includes(`Gone. ${shownText}`))
  }
})

test('the newest fifty are enough, and none are a feed too', () => {
  const many = Array.from({ length: 60 }, (_, n) => newRelease(`1.${60 - n}.0`))
  for (const entries of entriesOf(many)) assert.equal(entries.length, 50)
  for (const entries of entriesOf([])) assert.deepEqual(entries, [])
})
