import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../../platform/languages.ts'
import { everyRule } from '../../platform/refusals/rules.ts'
import { explain } from './explanations.ts'

const samples = [
  {},
  { tries: 12, free: 10, withinSeconds: 900, place: 'unknown', waitSeconds: 60 },
  { place: 'known', left: 3, methods: 'totp, passkey', scope: 'import', inARow: 100, cap: 100 },
  { field: 'password', fieldRule: 'minLength', min: 15 },
]
const known = { address: '203.0.113.7', seenAt: new Date('2026-11-27T09:30:00Z') }
const liftsAt = new Date('2026-11-28T14:03:00Z')

const sentencesIn = (language: (typeof languages)[number]) =>
  everyRule.flatMap((rule) =>
    samples.map((facts): [name: string, text: string] => [
      `${language} ${rule} ${JSON.stringify(facts)}`,
      explain(language, { rule, facts, liftsAt, known }),
    ]),
  )

test('every rule has its sentences in every language, which drop no value', () => {
  const english = sentencesIn('en').map(([, text]) => text)
  for (const language of languages)
    for (const [at, [name, text]] of sentencesIn(language).entries()) {
      assert.match(text, /^[\p{Lu}¿].*\.$/su, name)
      assert.doesNotMatch(text, /undefined|NaN|null|\[object| {2}/, name)
      if (language !== 'en') assert.notEqual(text, english[at], name)
    }
})

test('quotation marks and the space before French punctuation follow the language', () => {
  for (const language of languages)
    for (const [name, text] of sentencesIn(language)) {
      if (language === 'en') continue
      assert.doesNotMatch(text, language === 'fr' ? /"|(?<!\p{L})'|'(?!\p{L})/u : /["']/, name)
      // times and addresses have colons of their own
      if (language === 'fr') assert.doesNotMatch(text, /[^\u00a0\d][?!:;»]|«[^\u00a0]/, name)
    }
})

test('a wait says when it ends, or that it does not, and from where nobody would have had to wait', () => {
  const ask = (facts: object) =>
    explain('en', { rule: 'limit.password', facts: { ...facts }, liftsAt, known })
  const unknown = ask({ tries: 10, place: 'unknown' })
  assert.match(unknown, /next try is possible at .*14:03 UTC\. From 203\.0\.113\.7, where/)
  assert.doesNotMatch(ask({ tries: 10, place: 'known' }), /203/)
  assert.match(ask({ tries: 100, inARow: 100, cap: 100, place: 'known' }), /no waiting lifts it/)
})

test('a rule of a newer version is its name', () => {
  assert.equal(
    explain('en', { rule: 'moon.full', facts: {}, liftsAt: undefined, known: undefined }),
    'moon.full',
  )
  assert.equal(
    explain('en', { rule: 'toString', facts: {}, liftsAt: undefined, known: undefined }),
    'toString',
  )
})
