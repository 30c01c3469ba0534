import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { messages } from '@vinejs/vine/defaults'
import { type Language, languages } from '../../platform/languages.ts'
import { everyRule } from '../../platform/refusals/rules.ts'
import { texts } from './index.ts'
import { faultIn, refusalIn } from './refusals.ts'
import { waitText } from './span.ts'

const sentencesIn = (language: Language): Record<string, string> => {
  const { byCode, byRule } = texts[language].refusals
  const details = [{}, { attemptsLeft: 0 }, { attemptsLeft: 1 }, { attemptsLeft: 3 }, { alreadyUsed: true }]
  const metas = [
    { min: 1, max: 1 },
    { min: 8, max: 64, otherField: 'email' },
  ]
  return Object.fromEntries([
    ...Object.entries(byCode).flatMap(([code, write]) =>
      [...details, { retrySeconds: 90 }].map((more, index) => [`${code} ${index}`, write(more)]),
    ),
    ...Object.entries(byRule).flatMap(([rule, write]) =>
      metas.map((meta, index) => [`${rule} ${index}`, write(meta)]),
    ),
  ])
}

/** And not one of those that operators are told. */
const isOfFields = (rule: string) => !everyRule.some((told) => told === rule)

test('every rule that the service checks has its words', () => {
  const root = join(import.meta.dirname, '../../..')
  // what test mode refuses is on no page
  const files = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'src/test-mode/**'] })
  const checked = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const own = source.matchAll(/'([\w.]+)',\s*field\b|\brule: '([\w.]+)'/g)
    const ofVine = /@vinejs\/vine/.test(source) ? source.matchAll(/(?<!\bMath)\.\s*(\w+)\(/g) : []
    return [
      ...[...own].map(([, reported, told]) => reported ?? told ?? '').filter(isOfFields),
      ...[...ofVine].map(([, name = '']) => name).filter((name) => name in messages),
    ]
  })
  const rules = new Set([...checked, 'required', 'object'])
  assert.deepEqual([...rules].sort(), Object.keys(texts.en.refusals.byRule).sort())
})

test('no refusal is left in English, names a field, or drops a value', () => {
  const english = sentencesIn('en')
  for (const language of languages)
    for (const [name, sentence] of Object.entries(sentencesIn(language))) {
      assert.match(sentence, /^[\p{Lu}¿].*\.$/su, name)
      assert.doesNotMatch(sentence, /undefined|NaN|passwordConfirmation|grant_type|The \w+ field/, name)
      if (language !== 'en') assert.notEqual(sentence, english[name], name)
    }
})

test('a refusal says how many attempts are left and how long to wait, in the right number', () => {
  const wrong = (language: Language, attemptsLeft: number) =>
    refusalIn(language, { code: 'wrong_code', message: 'The code is wrong.', attemptsLeft })
  assert.match(wrong('en', 1), / 1 attempt left\.$/)
  assert.match(wrong('de', 3), / 3 Versuche\.$/)
  assert.match(wrong('fr', 1), / 1 tentative\.$/)
  assert.match(wrong('es', 2), /Le quedan 2 intentos\.$/)
  assert.match(refusalIn('de', { code: 'too_many_attempts' }, 61), /warten Sie 2 Minuten und/)
  assert.match(refusalIn('es', { code: 'too_many_attempts' }), /unos minutos/)
  assert.match(refusalIn('fr', { code: 'wrong_code', attemptsLeft: 1, alreadyUsed: true }), /déjà/)
})

test('a wait is given in the largest unit that fits, rounded up', () => {
  for (const [seconds, wait] of [
    [0.2, '1 second'],
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3_599, '60 minutes'],
    [3_600, '1 hour'],
    [3_601, '2 hours'],
    [86_401, '2 days'],
  ] as const)
    assert.equal(waitText(seconds, 'en'), wait)
  assert.equal(waitText(100_000, 'de'), '2 Tage')
})

test('a field error gives the length limit, and what the value is too similar to', () => {
  const fault = (language: Language, rule: string, meta: object = {}) =>
    faultIn(language, { message: '', field: 'password', rule, meta: { ...meta } })
  assert.equal(fault('de', 'minLength', { min: 15 }), 'Bitte verwenden Sie mindestens 15 Zeichen.')
  assert.match(fault('fr', 'maxLength', { max: 1 }), /1 caractère\.$/)
  assert.notEqual(fault('es', 'notSameAs'), fault('es', 'notSameAs', { otherField: 'email' }))
})

test('a code or a rule without words of its own gets general ones', () => {
  for (const code of ['unheard_of', 'toString', '__proto__', undefined, 1])
    assert.equal(refusalIn('en', { code }), 'Something went wrong on our side. Please try again later.')
  assert.equal(
    faultIn('en', { message: '', field: '', rule: 'constructor' }),
    "This isn't valid. Please check it.",
  )
})
