import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escaped, html } from './html.ts'

test('inserted values are text, wherever they stand', () => {
  const evil = `"><script>alert('&')</script>`
  const { markup } = html`<a href="${evil}">${evil}</a>`
  const text = '&#34;&#62;&#60;script&#62;alert(&#39;&#38;&#39;)&#60;/script&#62;'
  assert.equal(markup, `<a href="${text}">${text}</a>`)
})

test('prebuilt markup is inserted as it is, one piece or many, and nothing as nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  assert.equal(
    html`<ul>${items}</ul>${undefined}${html`<hr>`}${7}`.markup,
    '<ul><li>a</li><li>&#60;b&#62;</li></ul><hr>7',
  )
})

test('no text ends a CDATA section, and characters that HTML or XML forbid are replaced', () => {
  assert.equal(escaped(']]>'), ']]&#62;')
  assert.equal(escaped('a\0b\ud800c\ufffe\u{1f600}\n'), 'a\ufffdb\ufffdc\ufffd\u{1f600}\n')
})
