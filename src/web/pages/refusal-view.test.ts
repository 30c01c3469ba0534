import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crossSite, emailUnverified, untrustedRedirect } from '../../platform/errors.ts'
import { languages } from '../../platform/languages.ts'
import { refusalView, waysOnOf } from './refusal-view.ts'
import { wordsIn } from './words.ts'

const config = { pages: true, homeUrl: undefined, productName: 'Acme', publicUrl: undefined }
const ways = waysOnOf({ config }, (path) => path)

test('only a form from another site is reported as coming from elsewhere', () => {
  const words = wordsIn('en')
  const viewOf = (refused: ReturnType<typeof crossSite>) => refusalView(words, refused, ways)
  assert.equal(viewOf(crossSite()).title, "This request didn't come from our page")
  const { title, content, status } = viewOf(emailUnverified())
  assert.deepEqual([title, status], ['Something went wrong', 403])
  assert.match(JSON.stringify(content), /Please confirm your email address first/)
})

test('an address that is not registered has words of its own in every language', () => {
  for (const language of languages) {
    const words = wordsIn(language)
    const { title, status } = refusalView(words, untrustedRedirect(), ways)
    assert.deepEqual([title, status], [words.refusals.wrongAddress.title, 400])
    assert.notEqual(title, words.refusals.other)
  }
})
