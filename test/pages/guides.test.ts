import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contents } from '../../src/web/changelog/guides/contents.ts'
import { withServedLinks } from '../../src/web/changelog/guides/served-links.ts'
import { summaryOf } from '../../src/web/changelog/guides/summary.ts'
import { get } from '../support/http.ts'
import { sharedService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const service = await sharedService()
const listed = contents.flatMap(({ papers }) => papers)

/** The targets of its links that lead to this service. */
const linksOf = (text: string) =>
  [...withoutCode(text).matchAll(/\]\(((?!#|mailto:)[^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target) || target.startsWith(service.address))

const withoutCode = (text: string) => text.replace(/```.*?```|`[^`\n]+`/gs, '')

test('llms.txt is as llmstxt.org has it: a heading, a quotation, sections of links with what each is about', async () => {
  const { status, headers, text } = await get(service, '/llms.txt')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
  const [heading, quotation, lead, ...sections] = text.trimEnd().split('\n\n')
  assert.equal(heading, '# Sallyport')
  assert.match(quotation ?? '', /^> .+\.$/)
  assert.ok(lead?.startsWith(`This is version ${version}. `))
  for (const block of sections)
    assert.match(block, /^## .+$|^(- \[[^\]\n]+\]\(http[^)\s]+\)(: [A-Z][^\n]+[.:])?(\n|$))+$/)
  assert.equal(sections.at(-2), '## Optional')
})

test('every guide is in llms.txt once, and so is what guides lead to', async () => {
  const guides = globSync('docs/guides/**/*.md', { cwd: root }).map((path) => path.replace('docs/', ''))
  assert.ok(guides.length > 35)
  assert.equal(new Set(listed).size, listed.length)
  const references = listed.filter((path) => !path.startsWith('guides/'))
  assert.deepEqual([...listed].sort(), [...guides, ...references].sort())
  const { text } = await get(service, '/llms.txt')
  for (const path of listed)
    assert.equal(text.split(new RegExp(`^- .+\\]\\(${service.address}/docs/${path}\\)`, 'm')).length, 2, path)
})

test('every document is served as Markdown, and all of its links lead somewhere', async () => {
  const pages = new Map<string, string>([['/llms.txt', (await get(service, '/llms.txt')).text]])
  for (const path of listed) {
    const { status, headers, text } = await get(service, `/docs/${path}`)
    assert.equal(status, 200, path)
    assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.match(text, /^# /)
    pages.set(`/docs/${path}`, text)
  }
  const targets = [...pages].flatMap(([page, text]) =>
    linksOf(text).map((target) => new URL(target, `${service.address}${page}`).pathname),
  )
  assert.ok(targets.length > 150)
  for (const target of new Set(targets)) assert.equal((await get(service, target)).status, 200, target)
})

test('a document is what the package has, but for links into a checkout', async () => {
  const { text } = await get(service, '/docs/guides/deploy.md')
  const source = readFileSync(join(root, 'docs/guides/deploy.md'), 'utf8')
  assert.ok(source.includes('[`deploy/compose.yml`](../../deploy/compose.yml) runs'))
  assert.ok(text.includes('\n`deploy/compose.yml` runs'))
  const plain = (some: string) => some.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
  assert.equal(plain(text), plain(source))
})

test('links that lead nowhere become their words, and code stays as it is', () => {
  const of = (text: string) => withServedLinks(text, 'guides/a.md', (path) => path === 'guides/b.md')
  assert.equal(of('[b](b.md#part) [c](c.md) [d](../d.md)'), '[b](b.md#part) c d')
  assert.equal(
    of('[x](https://example.com) [y](#part) ![a picture](../pictures/p.png)'),
    '[x](https://example.com) [y](#part) a picture',
  )
  assert.equal(of('[`o`](../../contract/openapi.json#/paths)'), '[`o`](../../openapi.json#/paths)')
  assert.equal(
    of('`list[0](c.md)` and\n```ts\nlist[0](c)\n```\n[two\nlines](c.md)'),
    '`list[0](c.md)` and\n```ts\nlist[0](c)\n```\ntwo\nlines',
  )
})

test('a summary is the heading and the first sentence, without its links', () => {
  assert.deepEqual(summaryOf('# Mail\n\nAt the end of this guide, [mail](a.md) is\nsent. It is.\n'), {
    title: 'Mail',
    about: 'Mail is sent.',
  })
  assert.equal(
    summaryOf('# A\n\nIt needs PostgreSQL 15.2 or later: that.\n').about,
    'It needs PostgreSQL 15.2 or later.',
  )
})

test('guides are cached until they change, and unknown ones are 404', async () => {
  for (const path of [
    '/llms.txt',
    '/docs/guides/mail.md',
    '/docs/guides/move-in/auth0.md',
    '/docs/settings.md',
  ]) {
    const first = await fetch(`${service.address}${path}`)
    assert.equal(first.headers.get('cache-control'), 'no-cache')
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
    const again = await fetch(`${service.address}${path}`, { headers })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  }
  const unknown = [
    '/docs/guides/nothing.md',
    '/docs/guides/..%2fsettings.md',
    '/docs/guides/move-in/..%2fmail.md',
    '/docs/guides/__proto__',
    '/docs/tree.md',
    '/docs/..%2fpackage.json',
  ]
  for (const path of unknown) assert.equal((await get(service, path)).status, 404, path)
})
