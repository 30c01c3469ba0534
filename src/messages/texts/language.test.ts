import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timed } from '../../../test/support/timed.ts'
import { acceptedLanguage, chooseLanguage } from './language.ts'

test('the language of the request counts before the account, that before the header, and LANGUAGE is last', () => {
  const wishes = { uiLocales: 'de', account: 'fr', acceptLanguage: 'es', standard: 'en' } as const
  assert.equal(chooseLanguage(wishes), 'de')
  assert.equal(chooseLanguage({ ...wishes, uiLocales: undefined }), 'fr')
  assert.equal(chooseLanguage({ ...wishes, uiLocales: 'pt ja', account: null }), 'es')
  assert.equal(chooseLanguage({ ...wishes, uiLocales: '', account: 'pt', acceptLanguage: 'ja' }), 'en')
  assert.equal(chooseLanguage({ standard: 'de' }), 'de')
})

test('ui_locales count in order, and a region leads to its language', () => {
  for (const [uiLocales, language] of [
    ['pt-BR fr-CA fr en', 'fr'],
    ['DE-at', 'de'],
    ['zh-Hant-TW es-419', 'es'],
    ['de_AT es', 'es'],
    ['deu es', 'es'],
    ['  fr  ', 'fr'],
    ['de;q=0.1', 'en'],
    ['de,fr', 'en'],
  ] as const)
    assert.equal(chooseLanguage({ uiLocales, standard: 'en' }), language, uiLocales)
})

test('an Accept-Language header chooses by quality, then by order', () => {
  for (const [header, language] of [
    ['de', 'de'],
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.3, fr;q=0.7, de;q=0.5', 'fr'],
    ['fr;q=0.5, de;q=0.5', 'fr'],
    ['es ; q=1.000 , de;q=0.999', 'es'],
    ['DE-DE;Q=0.5', 'de'],
    ['pt, ja;q=0.9, es;q=0.001', 'es'],
    ['pt-PT, ja', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)
    assert.equal(acceptedLanguage(header), language, String(header))
})

test('a quality of 0 excludes a language, whatever else leads to it', () => {
  assert.equal(acceptedLanguage('de;q=0, fr;q=0.1'), 'fr')
  assert.equal(acceptedLanguage('de-AT, de;q=0.0, es;q=0.2'), 'es')
  assert.equal(acceptedLanguage('de;q=0'), undefined)
  assert.equal(acceptedLanguage('*, de;q=0', 'de'), 'en')
  assert.equal(acceptedLanguage('*, en;q=0.000, de;q=0', 'de'), 'fr')
})

test('an asterisk stands for the default, and no asterisk for nothing', () => {
  assert.equal(acceptedLanguage('*', 'fr'), 'fr')
  assert.equal(acceptedLanguage('pt, *;q=0.5, de;q=0.1', 'fr'), 'fr')
  assert.equal(acceptedLanguage('de, *;q=0.5', 'fr'), 'de')
  assert.equal(acceptedLanguage('*'), undefined)
  assert.equal(acceptedLanguage('*, de;q=0.1'), 'de')
})

test('unreadable parts are skipped', () => {
  for (const range of [
    'fr;q=2',
    'fr;q=1.5',
    'fr;q=-1',
    'fr;q=0.1234',
    'fr;q=abc',
    'fr;q=',
    'fr;level=1',
    'f\0r',
    'fr fr',
    'fr-*',
    '*-FR',
    '-fr',
    'fr-',
    'français',
    ';;;',
    '__proto__',
  ])
    assert.equal(acceptedLanguage(`${range}, de;q=0.2`), 'de', range)
})

test('a header crafted to be slow costs no time', async () => {
  const slow = [
    'de-'.repeat(20_000),
    'a,'.repeat(50_000),
    ','.repeat(100_000),
    `de${' '.repeat(100_000)}x`,
    `${' '.repeat(100_000)}de;`,
    `de;q=${'0'.repeat(100_000)}`,
    `de${';q=0'.repeat(20_000)}`,
    `${'a-'.repeat(40)}a, `.repeat(1_000),
  ]
  const tookMs = await timed(() => {
    for (const hostile of slow) {
      assert.equal(acceptedLanguage(hostile), undefined)
      chooseLanguage({ uiLocales: hostile, account: hostile, standard: 'es' })
    }
  })
  assert.ok(tookMs < 500, `${tookMs} ms`)
  assert.equal(acceptedLanguage(`${'pt,'.repeat(32)}de`), undefined, 'no more than 32 are looked at')
})
