import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { hostileRelease, longHistory, newChange, newRelease } from '../../test/releases.ts'
import { site } from '../../test/site.ts'
import { changelogPage, comparePage, noComparisonPage, pageStyle, releasePage } from './index.ts'

const gone = newChange({ kind: 'removed', breaking: true, target: 'GET /gone', operation: 'GET /gone' })
const releases = [
  newRelease('1.1.0', { date: '2026-03-09', changes: [newChange(), gone] }),
  newRelease('1.0.0', { date: '2026-03-01' }),
]

test('a page belongs to its site: its name, its style sheet, its icon and its other pages', () => {
  const page = changelogPage(site, releases)
  assert.match(page, /<title>Interface changelog · Things &#38; more<\/title>/)
  assert.match(page, /<link rel="stylesheet" href="assets\/page\.css">/)
  assert.match(page, /<a href="changelog" aria-current="true">Changelog<\/a>\n<a href="guide">Guide<\/a>/)
  const deeper = releasePage(site, releases[0]!)
  assert.match(deeper, /<link rel="stylesheet" href="\.\.\/assets\/page\.css">/)
  assert.match(deeper, /<a href="\.\.\/guide">Guide<\/a>/)
})

test('a release says when it was made and what it changed, breaking changes first', () => {
  const page = changelogPage(site, releases)
  assert.match(page, />9 March 2026<\/time> · branch main · 2 changes, 1 of them breaking/)
  assert.match(page, />1 March 2026<\/time> · branch main · no changes/)
  assert.ok(page.indexOf('GET /gone') < page.indexOf('GET /things'))
  assert.match(page, /The interface did not change/)
})

test('a change at several places is listed once, with the places: below its operation, or above all', () => {
  const change = (rule: string) => (target: string) => newChange({ target, path: `/${target}`, rule })
  const ofOne = ['GET /things · a', 'GET /things · b'].map(change('request-property-removed'))
  const ofSeveral = ['GET /things · c', 'schema Thing · d'].map(change('response-error-status-added'))
  const page = releasePage(site, newRelease('2.0.0', { changes: [...ofOne, ...ofSeveral] }))
  const headings = [...page.matchAll(/<li class="group">\n<h3>(.+)<\/h3>/g)].map(([, heading]) => heading)
  assert.deepEqual(headings, ['In several places', '<code>GET /things</code>'])
  assert.equal(page.match(/The operation is new\./g)?.length, 2)
  const places = [...page.matchAll(/<a [^>]*><code>(.+)<\/code><\/a>/g)].map(([, place]) => place)
  assert.deepEqual(places, ['GET /things · c', 'schema Thing · d', 'a', 'b'])
})

test('an operation that a release both removes and adds is replaced, and others are not', () => {
  const changes = [gone, { ...gone, kind: 'added' as const, breaking: false }, newChange()]
  const page = releasePage(site, newRelease('2.0.0', { changes }))
  assert.equal(
    page.match(/<span class="tag">(Removed|Added)<\/span> <span class="tag">Replaced</g)?.length,
    2,
  )
  assert.equal(page.match(/Replaced/g)?.length, 2)
})

test("a release's own words come first, then its summary by kind and area, then its changes", () => {
  const paths = { '/things': { get: { tags: ['Things'] } } }
  const about = { changes: [newChange(), gone], paths }
  const release = { ...newRelease('2.0.0', about), words: 'One.\n\nTwo, <b>.' }
  const page = releasePage(site, release)
  const parts = [
    '<p>One.</p>',
    '<p>Two, &#60;b&#62;.</p>',
    '<strong>1</strong> breaking',
    '<strong>1</strong> added',
  ]
  const rest = ['Things <span class="count">1<', '/gone <span class="count">1<', 'Breaking changes']
  const places = [...parts, ...rest].map((part) => page.indexOf(part))
  assert.ok(places[0]! > 0)
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
})

test('a removed operation stays in the area that it had', () => {
  const before = newRelease('1.0.0', { paths: { '/gone': { get: { tags: ['Old things'] } } } })
  const page = releasePage(site, newRelease('2.0.0', { changes: [gone, newChange()] }), before)
  assert.match(page, /<li>Old things <span class="count">1</)
})

test('where the documents of a release have no tags, those of the site name the areas', () => {
  const tagged = { paths: { '/things': { get: { tags: ['Things'] } } } }
  const untagged = newRelease('2.0.0', { changes: [newChange(), gone] })
  for (const page of [
    changelogPage({ ...site, tagged }, [untagged]),
    releasePage({ ...site, tagged }, untagged),
  ])
    assert.match(page, /<li>Things <span class="count">1<.+\n.*<li>\/gone <span class="count">1</)
})

test('a long list is folded by area on the page of all, and unfolded on its own; a short one never', () => {
  const [long] = longHistory(1)
  const folded = changelogPage(site, [long!])
  assert.equal(folded.match(/<details class="area">/g)?.length, 6)
  assert.equal(folded.match(/<details class="area" open>/g)?.length, 6)
  const own = releasePage(site, long!)
  assert.doesNotMatch(own, /<details class="area">/)
  assert.doesNotMatch(releasePage(site, releases[0]!), /<details/)
  const ids = (page: string) => [...page.matchAll(/<li id="([^"]+)"/g)].map(([, id]) => id).sort()
  assert.deepEqual(ids(folded), ids(own))
  assert.equal(new Set(ids(own)).size, long!.changes.length)
})

test('the page can be limited to breaking changes, and to the releases that have them', () => {
  const page = changelogPage(site, releases, { isBreakingOnly: true })
  assert.match(page, /<a href="changelog\?only=breaking" aria-current="true">Breaking only<\/a>/)
  assert.match(page, /GET \/gone/)
  assert.doesNotMatch(page, /id="v1\.0\.0"|GET \/things/)
  assert.match(changelogPage(site, [releases[1]!], { isBreakingOnly: true }), /No release breaks anything\./)
  const own = releasePage(site, releases[0]!, undefined, { isBreakingOnly: true })
  assert.match(own, /<a href="\.\.\/changelog\/1\.1\.0">All changes<\/a>/)
  assert.doesNotMatch(own, /GET \/things/)
})

test('two releases are compared by the changes between them, and others can be chosen', () => {
  const page = comparePage(site, releases, { from: '1.0.0', to: '1.1.0' }, releases[0]!.changes)
  assert.match(page, /Going from 1\.0\.0 to 1\.1\.0 brings 2 changes, 1 of them breaking\./)
  assert.match(page, /<select name="from">\n<option>1\.1\.0<\/option><option selected>1\.0\.0<\/option>/)
  const none = noComparisonPage(site, releases, { title: 'Which?', reason: 'There is <none>.' })
  assert.match(none, /<p class="lead">There is &#60;none&#62;\.<\/p><form class="compare"/)
})

test('nothing in a document becomes markup', () => {
  const all = [hostileRelease, ...releases]
  const { changes } = hostileRelease
  const versions = { from: hostileRelease.version, to: '1.0.0' }
  const pages = [changelogPage(site, all), releasePage(site, hostileRelease)]
  for (const page of [...pages, comparePage(site, all, versions, changes)]) {
    assert.doesNotMatch(page, /<script|<img src=x|onerror=alert\(2\)>|<!--/)
    assert.ok(page.includes('&#60;script&#62;alert(&#34;1&#34;)'))
  }
})

test('every class that the pages use has a style', () => {
  const css = readFileSync(pageStyle, 'utf8')
  const classes = [...changelogPage(site, [...longHistory(9), ...releases]).matchAll(/class="([^"]+)"/g)]
  const names = new Set(classes.flatMap(([, name = '']) => name.split(' ')))
  // a list has a style where it is of breaking changes
  names.delete('others')
  assert.deepEqual(
    [...names].filter((name) => !css.includes(`.${name}`)),
    [],
  )
})
