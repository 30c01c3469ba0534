import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from 'openapi-changes'
import { hostileRelease, newChange, newRelease } from '../../packages/openapi-changelog/test/releases.ts'
import { published } from '../../src/web/changelog/published.ts'
import { type Answer, get } from '../support/http.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const service = await sharedService()
const releases = await published.releases()

const assertPage = ({ status, headers, text }: Answer, expected = 200) => {
  assert.equal(status, expected, text)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(text, /^<!doctype html>\n<html lang="en">/)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; .*base-uri 'none'; frame-ancestors 'none'$/)
  assert.doesNotMatch(policy, /unsafe|http|\*/)
}

test('the page has every release and change, newest first, in words', async () => {
  const answer = await get(service, '/changelog')
  assertPage(answer)
  const headings = [...answer.text.matchAll(/<h2 class="name"><a href="changelog\/([^"]+)"/g)]
  assert.deepEqual(
    headings.map(([, version]) => version),
    releases.map(({ version }) => version),
  )
  const [, oldest = ''] = answer.text.split('id="v0.0.0"')
  assert.match(
    oldest,
    /<time datetime="2024-03-05">5 March 2024<\/time> · branch main · 4 changes, 2 of them breaking/,
  )
  assert.match(oldest, /Breaking changes <span class="count">2<\/span>/)
  // said once, with both places
  assert.equal(oldest.match(/>Breaking<\/span> <span class="tag">Removed<\/span>/g)?.length, 1)
  assert.equal(oldest.match(/<span class="tag">Added<\/span>/g)?.length, 1)
})

test('each release and each change has an address that leads to it', async () => {
  const { text } = await get(service, '/changelog')
  const total = releases.reduce((sum, { changes }) => sum + changes.length, 0)
  const addresses = [...text.matchAll(/<li id="([^"]+)"><a href="(changelog\/[^"#]+)#([^"]+)"/g)]
  assert.equal(addresses.length, total)
  assert.equal(new Set(addresses.map(([, id]) => id)).size, total)
  for (const { version } of releases) {
    const page = await get(service, `/changelog/${version}`)
    assertPage(page)
    const ofRelease = addresses.filter(([, , path]) => path === `changelog/${version}`)
    assert.ok(ofRelease.length > 0)
    for (const [, id, , fragment] of ofRelease) {
      assert.equal(id, fragment)
      assert.ok(page.text.includes(`id="${id}"`))
    }
  }
})

test('the pages can be limited to breaking changes, and any other filter shows all', async () => {
  assert.match(
    (await get(service, '/changelog/0.0.0')).text,
    /<li>Two-factor authentication <span class="count">4</,
  )
  for (const path of ['/changelog', '/changelog/0.0.0']) {
    const [all, breaking, other] = await Promise.all(
      ['', '?only=breaking', '?only=x'].map((query) => get(service, path + query)),
    )
    for (const answer of [all, breaking, other]) assertPage(answer!)
    assert.match(breaking!.text, /aria-current="true">Breaking only</)
    assert.doesNotMatch(breaking!.text, /Other changes/)
    assert.match(breaking!.text, /Breaking changes/)
    assert.equal(other!.text, all!.text)
  }
})

test('only some operations can be asked for, by patterns, on every page and in every feed', async () => {
  const [mine, other] = [newChange({ target: 'GET /mine/{id}' }), newChange({ target: 'GET /other' })]
  const made = [
    newRelease('3.0.0', { changes: [{ ...other, operation: 'GET /other' }] }),
    newRelease('2.0.0', {
      changes: [
        { ...mine, operation: 'GET /mine/{id}' },
        { ...other, operation: 'GET /other', path: '/x' },
      ],
      paths: { '/mine/{id}': { get: {} }, '/other': { get: {} } },
    }),
    newRelease('1.0.0', { paths: {} }),
  ]
  const variant = await startVariant(service, { published: { releases: async () => made } })
  const pattern = encodeURIComponent('GET /mine/{key}*')
  const paths = ['/changelog', '/changelog/2.0.0', '/changelog/compare?from=1.0.0&to=2.0.0']
  for (const path of [
    ...paths,
    '/changelog.json',
    '/changelog.rss',
    '/changelog.atom',
    '/changelog/feed.json',
  ]) {
    const { text, status } = await get(variant, `${path}${path.includes('?') ? '&' : '?'}only=${pattern}`)
    assert.equal(status, 200, path)
    assert.ok(text.includes('GET /mine/{id}'), path)
    assert.doesNotMatch(text, /GET \/other/, path)
    assert.ok((await get(variant, path)).text.includes('GET /other'), path)
  }
  const feed = (await get(variant, `/changelog/feed.json?only=${pattern}`)).body
  assert.deepEqual(
    feed.items.map(({ url }: { url: string }) => url.split('/').at(-1)),
    ['2.0.0'],
  )
  const both = await get(variant, `/changelog?only=${pattern}&only=breaking`)
  assert.match(both.text, /No release breaks anything/)
  const hostile = await get(variant, `/changelog?only=${encodeURIComponent('GET /<script>x')}`)
  assertPage(hostile)
  assert.doesNotMatch(hostile.text, /<script/)
})

test('an operation removed and added in one release is replaced, and releases have words, in every form', async () => {
  const { body } = await get(service, '/changelog.json')
  const first = body.releases.at(-1)
  assert.deepEqual(
    first.changes.map(({ replaced }: { replaced?: true }) => replaced),
    [true, true, true, true],
  )
  assert.equal((await get(service, '/changelog/0.0.0')).text.match(/>Replaced</g)?.length, 2)
  const feed = (await get(service, '/changelog/feed.json')).body
  assert.equal(feed.items.at(-1).content_html.match(/\(replaced\)/g)?.length, 2)
  const { words } = body.releases.find(({ version }: { version: string }) => version === '0.1.0')
  const item = feed.items.find(({ url }: { url: string }) => url.endsWith('/0.1.0'))
  const page = (await get(service, '/changelog')).text
  for (const paragraph of words.split('\n\n'))
    for (const text of [page, item.content_html]) assert.ok(text.includes(`<p>${paragraph}</p>`))
})

test("a change's address survives later changes before it, and duplicates get different ones", async () => {
  const change = newChange({ target: 'GET /same' })
  const idsIn = async (...changes: (typeof change)[]) => {
    const variant = await startVariant(service, {
      published: { releases: async () => [newRelease('1.0.0', { changes })] },
    })
    const { text } = await get(variant, '/changelog/1.0.0')
    return [...text.matchAll(/<li id="([^"]+)"/g)].map(([, id]) => id)
  }
  const [id] = await idsIn(change)
  assert.match(id ?? '', /^1\.0\.0-operation-added-[0-9a-f]{8}$/)
  const reworded = { ...change, target: 'GET /the-same', reason: 'In other words.' }
  assert.ok(
    (await idsIn(newChange({ path: '/other' }), newChange({ kind: 'removed' }), reworded)).includes(id),
  )
  assert.deepEqual(await idsIn(change, change), [id, `${id}-2`])
})

test('every page links the feeds, and the reference and the changelog link each other', async () => {
  for (const [path, root] of [
    ['/changelog', ''],
    ['/docs', ''],
    ['/changelog/0.0.0', '../'],
    ['/changelog/compare?from=0.0.0&to=0.0.0', '../'],
  ] as const) {
    const { text } = await get(service, path)
    const found = [...text.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]+" href="([^"]+)">/g)]
    assert.deepEqual(
      found.map(([, type, href]) => [type, href]),
      [
        ['application/rss+xml', `${root}changelog.rss`],
        ['application/atom+xml', `${root}changelog.atom`],
        ['application/feed+json', `${root}changelog/feed.json`],
      ],
    )
    for (const [, type, href = ''] of found) {
      const feed = await get(service, new URL(href, `${service.address}${path}`).pathname)
      assert.equal(feed.headers.get('content-type'), `${type}; charset=utf-8`)
    }
    assert.ok(text.includes(`href="${root}docs"`) && text.includes(`href="${root}changelog"`))
  }
})

test('any two releases can be compared, in either direction', async () => {
  const thing = { get: { responses: { 200: { description: 'A thing.' } } } }
  const made = [
    newRelease('3.0.0', { date: '2026-03-01', paths: { '/a': thing, '/c': thing } }),
    newRelease('2.0.0', { date: '2026-02-01', paths: { '/a': thing, '/b': thing } }),
    newRelease('1.0.0', { date: '2026-01-01', paths: { '/a': thing } }),
  ]
  const variant = await startVariant(service, { published: { releases: async () => made } })
  const compare = (from: string, to: string) => get(variant, `/changelog/compare?from=${from}&to=${to}`)
  const onward = await compare('1.0.0', '3.0.0')
  assertPage(onward)
  assert.match(onward.text, /Going from 1\.0\.0 to 3\.0\.0 brings 1 change, none breaking/)
  assert.match(onward.text, /GET \/c/)
  assert.doesNotMatch(onward.text, /GET \/b|Breaking changes/)
  const back = await compare('3.0.0', '1.0.0')
  assert.match(back.text, /brings 1 change, which is breaking/)
  assert.match((await compare('2.0.0', '2.0.0')).text, /The interface did not change/)
  assert.match(onward.text, /<option selected>1\.0\.0<\/option>/)

  const [newest, oldest] = [releases[0]!, releases.at(-1)!]
  const real = await get(service, `/changelog/compare?from=${oldest.version}&to=${newest.version}`)
  const changes = compareDocuments(oldest.openapi, newest.openapi, { today: newest.date })
  assert.ok(real.text.includes(`brings ${changes.length} changes`))
})

test('a comparison needs two releases that exist', async () => {
  for (const query of [
    '',
    '?',
    '?from=0.0.0',
    '?to=0.0.0',
    '?from=0.0.0&from=0.0.0&to=0.0.0',
    '?from[]=0.0.0',
  ]) {
    const answer = await get(service, `/changelog/compare${query}`)
    assertPage(answer, 400)
    assert.match(answer.text, /name one as from and one as to/)
    assert.match(answer.text, /<select name="from">/)
  }
  for (const query of ['from=0.0.0&to=7.7.7', 'from=7.7.7&to=0.0.0', 'from=7.7.7&to=8.8.8']) {
    const answer = await get(service, `/changelog/compare?${query}`)
    assertPage(answer, 404)
    assert.match(answer.text, /There is no release 7\.7\.7 of this interface/)
  }
  for (const version of ['7.7.7', '__proto__', 'openapi', '%3Cscript%3E']) {
    const answer = await get(service, `/changelog/${version}`)
    assertPage(answer, 404)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.doesNotMatch(answer.text, /<script/)
  }
  const injected = await get(service, `/changelog/compare?from=${encodeURIComponent('"><script>x')}&to=1`)
  assertPage(injected, 404)
  assert.doesNotMatch(injected.text, /<script/)
})

test('a hostile release is shown, compared and linked without any of its markup', async () => {
  const all = [hostileRelease, ...releases]
  const variant = await startVariant(service, { published: { releases: async () => all } })
  for (const path of ['/changelog', '/changelog/compare?from=0.0.0&to=0.0.0']) {
    const answer = await get(variant, path)
    assertPage(answer)
    assert.doesNotMatch(answer.text, /<script|<img src=x|onerror=alert\(2\)>|<!--/)
    assert.ok(answer.text.includes('&#60;script&#62;alert(&#34;1&#34;)'))
  }
})

test('the reference is drawn by files of this service, and lists the operations without them', async () => {
  const answer = await get(service, '/docs')
  assertPage(answer)
  assert.match(answer.headers.get('content-security-policy') ?? '', /; script-src 'self'; style-src 'self';/)
  const { body: document } = await get(service, '/openapi.json')
  const [, listed = ''] = answer.text.split('<noscript>')
  const headings = [...listed.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, tag]) => tag)
  assert.deepEqual(
    headings,
    document.tags.map(({ name }: { name: string }) => name),
  )
  for (const [path, operations] of Object.entries<object>(document.paths)) {
    for (const method of Object.keys(operations))
      assert.ok(listed.includes(`<code>${method.toUpperCase()} ${path}</code>`), `${method} ${path}`)
  }
  const files = [...answer.text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, file]) => file!)
  assert.equal(new Set(files).size, 6)
  for (const file of files) {
    const { status, headers, text } = await get(service, `/${file}`)
    assert.equal(status, 200)
    assert.match(
      headers.get('content-type') ?? '',
      /^(text\/(css|javascript); charset=utf-8|image\/svg\+xml)$/,
    )
    assert.ok(text.length > 200)
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
  }
  for (const name of ['index.html', '..%2Froutes.ts', 'constructor', 'viewer'])
    assertRefused(await get(service, `/docs/${name}`), 404, 'not_found')
})
