import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languages } from '../../platform/languages.ts'
import { texts } from './index.ts'

type Write = (...about: unknown[]) => unknown

type Leaf = [path: string, leaf: string | Write]

const others = languages.filter((language) => language !== 'en')

/** What is the same in English. */
const alike = new Set([
  'Passkey',
  'Session',
  '.',
  'Code',
  'Error',
  'Passkeys',
  'Sessions',
  'backup-codes.txt',
  'optional',
])

const told = { means: 'Alpha', provider: 'Beta', left: 1, why: 'Gamma' }
const notTold = { means: '', provider: undefined, left: 3, why: undefined }

/** What texts are written about, where it is not names. */
const samples: Record<string, unknown[][]> = {
  'fields.passwordHint': [[8], [15]],
  'lostFactor.lead': [[1], [48]],
  'settings.overview.on': [[0], [1], [10]],
  'settings.overview.passkeys': [[0], [1], [2]],
  'settings.overview.sessions': [[1], [2]],
  'settings.twoFactor.codesLeft': [[0], [1], [10]],
  'settings.providers.linked': [['Alpha'], [undefined]],
}

const samplesOf = (path: string, { length }: Write) => {
  if (path.startsWith('events.')) return [[told], [notTold]]
  return samples[path] ?? [['Alpha', 'Beta', 'Gamma'].slice(0, length)]
}

const leavesOf = (tree: unknown, path = ''): Leaf[] => {
  if (typeof tree === 'string' || typeof tree === 'function') return [[path, tree as string | Write]]
  assert.ok(typeof tree === 'object' && tree !== null, path)
  return Object.entries(tree).flatMap(([name, branch]) =>
    leavesOf(branch, path === '' ? name : `${path}.${name}`),
  )
}

/** What is read: a text itself, or what it says about each of its samples. */
const readingsOf = ([path, leaf]: Leaf): [path: string, text: string][] => {
  if (typeof leaf === 'string') return [[path, leaf]]
  return samplesOf(path, leaf).flatMap((about) =>
    leavesOf(leaf(...about), `${path}(${JSON.stringify(about)})`).flatMap(readingsOf),
  )
}

const textsIn = (language: Language): Record<string, string> =>
  Object.fromEntries(leavesOf(texts[language].pages).flatMap(readingsOf))

const english = textsIn('en')

test('every language has every text of the pages, about the same things', () => {
  const shapeOf = (language: Language) =>
    leavesOf(texts[language].pages).map(([path, leaf]) => [
      path,
      typeof leaf === 'string' ? 'text' : leaf.length,
    ])
  for (const language of others) {
    assert.deepEqual(shapeOf(language), shapeOf('en'), language)
    assert.deepEqual(Object.keys(textsIn(language)), Object.keys(english), language)
  }
})

test('no text of the pages is left in English, or drops a value', () => {
  const said = (text: string) => [...text.matchAll(/Alpha|Beta|Gamma|\d+/g)].map(String).sort()
  for (const language of others)
    for (const [path, text] of Object.entries(textsIn(language))) {
      const name = `${language} ${path}`
      if (!alike.has(text)) assert.notEqual(text, english[path], name)
      assert.match(text, /\S/, name)
      assert.doesNotMatch(text, /undefined|NaN|null|\[object| {2}|^ | $/, name)
      assert.deepEqual(said(text), said(english[path] ?? ''), name)
    }
})

test('amounts have the right plural', () => {
  const { de, fr, es } = texts
  assert.match(String(de.pages.lostFactor.lead(1)), /beträgt 1 Stunde\./)
  assert.match(String(de.pages.lostFactor.lead(48)), /beträgt 48 Stunden\./)
  assert.match(String(fr.pages.lostFactor.lead(1)), /de 1\s?heure\./)
  assert.match(String(es.pages.lostFactor.lead(48)), /de 48 horas\./)
  assert.match(de.pages.settings.overview.on(1), / 1 Backup-Code$/)
  assert.match(fr.pages.settings.overview.sessions(0), /^0 session active$/)
  assert.match(fr.pages.settings.overview.sessions(2), /^2 sessions actives$/)
  assert.match(es.pages.settings.twoFactor.codesLeft(1), /^Le queda 1 código de respaldo\.$/)
  assert.match(es.pages.settings.twoFactor.codesLeft(0), /^Le quedan 0 códigos de respaldo\.$/)
})

test('quotation marks and the space before French punctuation follow the language', () => {
  for (const language of others)
    for (const [path, text] of Object.entries(textsIn(language))) {
      const name = `${language} ${path}: ${text}`
      assert.doesNotMatch(text, language === 'fr' ? /"|(?<!\p{L})'|'(?!\p{L})/u : /["']/, name)
      if (language === 'fr') assert.doesNotMatch(text, /[^\u00a0][?!:;»]|«[^\u00a0]/, name)
      if (language === 'es') assert.equal(text.split('¿').length, text.split('?').length, name)
    }
})
