import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
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

test('nothing in a document becomes markup, or closes what surrounds it', () => {
  for (const entries of entriesOf(releases)) {
    assert.equal(entries.length, 2)
    const content = entries[0]?.content ?? ''
    assert.doesNotMatch(content, /<(script|img src=x|!--)|onerror=alert\(2\)>|]]>/)
    const text = content.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    assert.ok(text.includes(`Gone. ${shownText}`))
  }
})

test('the name of the site cannot break a feed either', () => {
  const hostile = { ...site, name: 'Things\0 & \b<more>' }
  const [rss, atom] = [feeds.rss(hostile, releases, addressOf), feeds.atom(hostile, releases, addressOf)]
  // XML 1.0 §2.2
  for (const feed of [rss, atom])
    assert.doesNotMatch(feed, /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  const title = 'Things\ufffd & \ufffd<more>: interface changelog'
  assert.deepEqual([parseRssFeed(rss).title, parseAtomFeed(atom).title?.value], [title, title])
})

test("a release's own words come first, and replacements are marked", () => {
  const operation = { ...gone, operation: gone.target }
  const changes = [operation, { ...operation, kind: 'added' as const, breaking: false }]
  const release = { ...newRelease('2.0.0', { changes }), words: 'One & two.\n\nThree.' }
  for (const [entry] of entriesOf([release])) {
    assert.match(entry?.content ?? '', /<p>One &#38; two\.<\/p>\n<p>Three\.<\/p>\n<ul>/)
    assert.equal(entry?.content?.match(/(added|removed) \(replaced\) <a/g)?.length, 2)
  }
})

test('operations that changed alike share one sentence, with a link to each', () => {
  const changes = ['GET /a', 'GET /b'].map((target) => newChange({ target, path: `/${target}` }))
  for (const [entry] of entriesOf([newRelease('2.0.0', { changes })]))
    assert.match(
      entry?.content ?? '',
      /<li>added <a [^>]+><code>GET \/a<\/code><\/a>, <a [^>]+><code>GET \/b<\/code><\/a>\. The operation is new\.<\/li>/,
    )
})

test('the JSON feed is valid by the letter of 1.0, and the others have what a reader needs', () => {
  const text = { type: 'string', minLength: 1 }
  const url = { ...text, format: 'uri' }
  const item = {
    type: 'object',
    required: ['id', 'url', 'title', 'content_html', 'date_published', 'date_modified'],
    properties: {
      id: text,
      url,
      title: text,
      content_html: text,
      summary: text,
      date_published: { ...text, format: 'date-time' },
      date_modified: { ...text, format: 'date-time' },
      tags: { type: 'array', items: text, uniqueItems: true },
    },
    additionalProperties: false,
  }
  const isValid = addFormats.default(new Ajv({ allErrors: true })).compile({
    type: 'object',
    required: ['version', 'title', 'items', 'home_page_url', 'feed_url'],
    properties: {
      version: { const: 'https://jsonfeed.org/version/1' },
      title: text,
      description: text,
      home_page_url: url,
      feed_url: url,
      author: { type: 'object', properties: { name: text }, required: ['name'], additionalProperties: false },
      items: { type: 'array', items: item },
    },
    additionalProperties: false,
  })
  for (const all of [releases, releases.slice(1), []]) {
    const feed = JSON.parse(feeds.json(site, all, addressOf))
    assert.ok(isValid(feed), JSON.stringify(isValid.errors))
    assert.equal(new Set(feed.items.map(({ id }: { id: string }) => id)).size, all.length)
    const atom = parseAtomFeed(feeds.atom(site, all, addressOf))
    // RFC 4287 §4.1.1: an id, a title and a time for the feed, and an author if the entries have none
    assert.ok(atom.id && atom.title && atom.updated && atom.authors?.length)
    for (const { id, title, updated, links } of atom.entries ?? [])
      assert.ok(id && title && updated && links?.length)
    const rss = parseRssFeed(feeds.rss(site, all, addressOf))
    assert.ok(rss.title && rss.link && rss.description)
    for (const { guid, pubDate, link } of rss.items ?? []) {
      assert.equal(guid?.value, link)
      assert.equal(new Date(pubDate ?? '').toUTCString(), pubDate)
    }
  }
})

test('a feed has the newest fifty entries, and may have none', () => {
  const many = Array.from({ length: 60 }, (_, n) => newRelease(`1.${60 - n}.0`))
  for (const entries of entriesOf(many)) assert.equal(entries.length, 50)
  for (const entries of entriesOf([])) assert.deepEqual(entries, [])
})
