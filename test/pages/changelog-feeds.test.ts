import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import {
  hostileRelease,
  newChange,
  newRelease,
  shownText,
} from '../../packages/openapi-changelog/test/releases.ts'
import { published } from '../../src/web/changelog/published.ts'
import { get, send } from '../support/http.ts'
import { converse } from '../support/raw-socket.ts'
import { sharedService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const publicUrl = 'https://id.example.com/accounts'
const service = await sharedService()
const hostile = await startVariant(service, {
  config: { publicUrl },
  published: { releases: async () => [hostileRelease, ...(await published.releases())] },
})
const feeds = ['/changelog.rss', '/changelog.atom', '/changelog/feed.json']

test('the changelog as JSON has every release, newest first, and begins as it was published', async () => {
  const { body, headers } = await get(service, '/changelog.json')
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  const dates = body.releases.map(({ date }: { date: string }) => date)
  assert.deepEqual(dates, dates.toSorted().reverse())
  const { changes, ...first } = body.releases.at(-1)
  assert.deepEqual(first, { date: '2024-03-05', version: '0.0.0', branch: 'main' })
  assert.deepEqual(
    changes.map(({ kind, target, breaking }: Record<string, unknown>) => [kind, target, breaking]),
    [
      ['removed', 'PATCH /users/{id}/settings/2fa', true],
      ['removed', 'POST /users/{id}/settings/2fa', true],
      ['added', 'PATCH /users/{id}/settings/2fa', false],
      ['added', 'POST /users/{id}/settings/2fa', false],
    ],
  )
})

test('breaking changes come first in each entry, in every form', async () => {
  const release = newRelease('2.0.0', {
    changes: [newChange(), newChange({ breaking: true, kind: 'removed', target: 'GET /gone' }), newChange()],
  })
  const variant = await startVariant(service, { published: { releases: async () => [release] } })
  const { body } = await get(variant, '/changelog.json')
  assert.deepEqual(
    body.releases[0].changes.map(({ breaking }: { breaking: boolean }) => breaking),
    [true, false, false],
  )
  for (const path of [...feeds, '/changelog', '/changelog/2.0.0']) {
    const { text } = await get(variant, path)
    const [gone, added] = [text.indexOf('GET /gone'), text.indexOf('GET /things')]
    assert.ok(gone > 0 && gone < added, `${path}: ${gone}, ${added}`)
  }
})

test('an independent parser reads each feed, and finds equal entries in it', async () => {
  const rss = parseRssFeed((await get(hostile, '/changelog.rss')).text)
  const atom = parseAtomFeed((await get(hostile, '/changelog.atom')).text)
  const json = parseJsonFeed((await get(hostile, '/changelog/feed.json')).text)
  const releases = [hostileRelease, ...(await published.releases())]
  const links = releases.map(
    ({ version }) => `${publicUrl}/changelog/${encodeURIComponent(version.toWellFormed())}`,
  )
  assert.deepEqual(rss.items?.map(({ link }) => link).slice(1), links.slice(1))
  assert.deepEqual(atom.entries?.map(({ id }) => id).slice(1), links.slice(1))
  assert.deepEqual(json.items?.map(({ url }) => url).slice(1), links.slice(1))
  assert.deepEqual(
    atom.entries?.map(({ updated }) => updated?.slice(0, 10)),
    releases.map(({ date }) => date),
  )
  assert.equal(rss.items?.at(-1)?.title, '0.0.0: 4 changes, 2 of them breaking')
  assert.deepEqual(
    rss.items?.map(({ categories }) => categories?.[0]?.name),
    releases.map(({ changes }) => (changes.some(({ breaking }) => breaking) ? 'breaking' : undefined)),
  )
  assert.equal(rss.link, `${publicUrl}/changelog`)
  assert.equal(json.feed_url, `${publicUrl}/changelog/feed.json`)
  assert.deepEqual(
    atom.links?.map(({ rel, href }) => [rel, href]),
    [
      ['alternate', `${publicUrl}/changelog`],
      ['self', `${publicUrl}/changelog.atom`],
    ],
  )
  const contents = [
    ...(rss.items ?? []).map(({ content }) => content?.encoded),
    ...(atom.entries ?? []).map(({ content }) => content?.value),
    ...(json.items ?? []).map(({ content_html }) => content_html),
  ]
  assert.equal(contents.length, 9)
  for (const content of contents) assert.match(String(content), /^<p>Branch .+<\/ul>$/s)
  assert.equal(new Set([contents[0], contents[3], contents[6]]).size, 1)
})

test('markup, quotes and ]]> in a description are text, in every form', async () => {
  const asText = (markup: string) =>
    markup.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  const rss = parseRssFeed((await get(hostile, '/changelog.rss')).text).items?.[0]
  const json = (await get(hostile, '/changelog/feed.json')).body.items[0]
  const page = (await get(hostile, '/changelog')).text
  for (const markup of [rss?.content?.encoded ?? '', json.content_html, page]) {
    assert.doesNotMatch(markup, /<(script|img src=x|!--)|onerror=alert\(2\)>|]]>/)
    assert.ok(asText(markup).includes(`Gone. ${shownText}`))
  }
  assert.ok(json.title.includes(shownText))
})

test('the feeds are well-formed, whatever they contain', async (t) => {
  if (spawnSync('xmllint', ['--version']).error) {
    t.skip('*** XMLLINT IS NOT INSTALLED: apt-get install libxml2-utils ***')
    return
  }
  for (const at of [service, hostile]) {
    for (const path of ['/changelog.rss', '/changelog.atom']) {
      const { text } = await get(at, path)
      const { status, stderr } = spawnSync('xmllint', ['--noout', '-'], { input: text, encoding: 'utf8' })
      assert.deepEqual([status, stderr], [0, ''], path)
    }
  }
})

test('links lead to the public address, or to where the service listens, and never to a Host', async () => {
  const plain = await startVariant(service, {})
  for (const path of feeds) {
    const answer = await converse(
      plain,
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    )
    assert.match(String(answer), new RegExp(`${plain.address}/changelog/0\\.0\\.0`))
    assert.doesNotMatch(String(answer), /evil\.example/)
    const own = (await get(hostile, path)).text.matchAll(/https?:\/\/[^/\s"<]+[^\s"<]*/g)
    const foreign = [...own].map(([url]) => url).filter((url) => !url.startsWith(`${publicUrl}/`))
    assert.deepEqual(
      foreign.filter((url) => !/w3\.org|purl\.org|jsonfeed\.org/.test(url)),
      [],
    )
  }
})

test('a reader with the current version gets a 304, and caches must revalidate', async () => {
  const pages = ['/changelog', '/changelog/0.0.0', '/changelog/compare?from=0.0.0&to=0.0.0', '/docs']
  const files = ['/docs/page.css', '/docs/docs.js', '/docs/viewer.js', '/docs/icon.svg', '/openapi.json']
  for (const path of [...feeds, '/changelog.json', ...pages, ...files]) {
    const { headers, status } = await get(service, path)
    const caching = pages.includes(path) ? 'no-cache, no-transform' : 'no-cache'
    const etag = headers.get('etag') ?? ''
    assert.equal(status, 200)
    assert.match(etag, /^"[\w-]{43}"$/)
    assert.equal(headers.get('cache-control'), caching)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    const asking = (value: string, method = 'GET') =>
      send(service, method, path, { headers: { 'if-none-match': value } })
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await asking(held)
      assert.deepEqual([answer.status, answer.text], [304, ''], `${path} ${held}`)
      assert.equal(answer.headers.get('etag'), etag)
      assert.equal(answer.headers.get('cache-control'), caching)
    }
    assert.equal((await asking('"other"')).status, 200)
    assert.equal((await asking(etag, 'HEAD')).status, 304)
  }
  assert.notEqual(
    (await get(service, '/changelog.rss')).headers.get('etag'),
    (await get(hostile, '/changelog.rss')).headers.get('etag'),
  )
})

test('a service without a release has empty feeds, and a page that says so', async () => {
  const empty = await startVariant(service, { published: { releases: async () => [] } })
  assert.deepEqual((await get(empty, '/changelog.json')).body, { releases: [] })
  for (const path of feeds) assert.equal((await get(empty, path)).status, 200)
  assert.match((await get(empty, '/changelog')).text, /There are no releases yet/)
})

test('a feed states its date, and answers 304 to readers that have that version', async () => {
  for (const path of ['/changelog.rss', '/changelog.atom', '/changelog/feed.json', '/changelog.json']) {
    const modified = (await get(service, path)).headers.get('last-modified')
    assert.ok(modified !== null && Date.parse(modified) <= Date.now(), path)
    const statusOf = async (since: string) =>
      (await send(service, 'GET', path, { headers: { 'if-modified-since': since } })).status
    assert.equal(await statusOf(modified), 304)
    assert.equal(await statusOf('Mon, 01 Jan 2001 00:00:00 GMT'), 200)
    assert.equal(await statusOf('no date'), 200)
  }
})
