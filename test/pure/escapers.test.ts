import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html as changelogHtml } from '../../packages/openapi-changelog/src/html.ts'
import { html as serviceHtml } from '../../src/platform/html.ts'

const escapers = { service: serviceHtml, changelog: changelogHtml }

// what is inserted, and what stands for it in content and in quoted attributes
const vectors: readonly (readonly [string, string])[] = [
  [`"><script>alert('&')</script>`, '&#34;&#62;&#60;script&#62;alert(&#39;&#38;&#39;)&#60;/script&#62;'],
  ['` onfocus=alert(1) x=`', '&#96; onfocus=alert(1) x=&#96;'],
  ['&amp;', '&#38;amp;'],
  [']]>', ']]&#62;'],
  ['a\0b\u001bc\u007f', 'a\ufffdb\ufffdc\u007f'],
  ['half a pair \ud800, a whole one \u{1f600}', 'half a pair \ufffd, a whole one \u{1f600}'],
  ['\ufffe\uffff', '\ufffd\ufffd'],
  ['\ttabs,\r\nlines, \u00e9 and \u202e', '\ttabs,\r\nlines, \u00e9 and \u202e'],
]

for (const [name, html] of Object.entries(escapers))
  test(`inserted values are text, wherever they stand, and built markup is as it is: ${name}`, () => {
    for (const [text, escaped] of vectors)
      assert.equal(html`<a href="${text}">${text}</a>`.markup, `<a href="${escaped}">${escaped}</a>`)
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
    assert.equal(
      html`<ul>${items}</ul>${undefined}${html`<hr>`}${7}`.markup,
      '<ul><li>a</li><li>&#60;b&#62;</li></ul><hr>7',
    )
  })
