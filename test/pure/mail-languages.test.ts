import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compose } from '../../src/messages/mail/compose.ts'
import { type Language, languages } from '../../src/platform/languages.ts'
import { about, at, config, mailsIn } from '../support/every-mail.ts'

/** The sentences, labels and facts of a text, without what is a name, a number or a link in every language. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/<style.*?<\/style>|<[^>]*>/gs, '\n')
    .replace(/https:\S+/g, '')
    .split(/(?<=[.?!:\u00a0])\s+|\n\n+|\n(?=\S+:)/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence) && !['Acme', 'ABCD-EFGH', 'Firefox'].includes(sentence))

const english = mailsIn('en').map(({ subject, text, html }) => ({
  subject,
  sentences: new Set([...sentencesOf(text), ...sentencesOf(html)]),
}))

for (const language of languages.filter((each) => each !== 'en')) {
  test(`no sentence of any mail is left in English: ${language}`, () => {
    const mails = mailsIn(language)
    assert.equal(mails.length, english.length)
    for (const [index, { subject, text, html }] of mails.entries()) {
      const original = english[index]
      assert.notEqual(subject, original?.subject)
      for (const sentence of [...sentencesOf(text), ...sentencesOf(html)])
        assert.ok(!original?.sentences.has(sentence), sentence)
      assert.doesNotMatch(text, /\b(the|your|you|with|someone|undefined|NaN|Invalid)\b/)
    }
  })
}

test('every email states its language, in HTML, and is equal in both forms', () => {
  for (const language of languages)
    for (const { subject, text, html } of mailsIn(language)) {
      assert.ok(html.startsWith(`<!doctype html>\n<html lang="${language}">`), html)
      assert.ok(html.includes(`<title>${subject.replaceAll("'", '&#39;')}</title>`), html)
      const plain = html
        .replace(/<[^>]*>/g, ' ')
        .replaceAll('&#39;', "'")
        .replace(/\s+/g, ' ')
      for (const paragraph of text.split(/\n\n+/).filter((part) => /[.?!]$/.test(part)))
        assert.ok(plain.includes(paragraph.replace(/^-- /, '').replace(/\s+/g, ' ').trim()), paragraph)
    }
})

test('links stand alone on their lines in every language', () => {
  for (const language of languages)
    for (const { text } of mailsIn(language))
      assert.ok(
        text.split('\n').every((line) => !line.includes('://') || /^https:\/\/\S+$/.test(line)),
        text,
      )
})

test('numbers have their plurals, and times their language, always in UTC', () => {
  const left = (language: Language, codes: number) =>
    compose(config, 'notice', { notice: 'code-used', at, left: codes }, language).subject
  const wanted = {
    en: ['Only 0 backup codes left', 'Only 1 backup code left', 'Only 2 backup codes left'],
    de: ['Nur noch 0 Backup-Codes übrig', 'Nur noch 1 Backup-Code übrig', 'Nur noch 2 Backup-Codes übrig'],
    fr: [
      'Il vous reste 0 code de secours',
      'Il vous reste 1 code de secours',
      'Il vous reste 2 codes de secours',
    ],
    es: [
      'Le quedan 0 códigos de respaldo',
      'Le queda 1 código de respaldo',
      'Le quedan 2 códigos de respaldo',
    ],
  }
  const until = {
    en: ['It works for 10 minutes:', 'This link works once, until March 6, 2026 at 09:30 UTC.'],
    de: [
      'Er gilt 10 Minuten:',
      'Dieser Link funktioniert einmal und ist bis zum 6. März 2026 um 09:30 UTC gültig.',
    ],
    fr: [
      'Il est valable 10 minutes :',
      "Ce lien ne peut servir qu'une fois et reste valable jusqu'au 6 mars 2026 à 09:30 UTC.",
    ],
    es: [
      'Es válido durante 10 minutos:',
      'Este enlace funciona una sola vez y es válido hasta el 6 de marzo de 2026 a las 9:30 UTC.',
    ],
  }
  for (const language of languages) {
    assert.deepEqual([left(language, 0), left(language, 1), left(language, 2)], wanted[language])
    const { text } = compose(config, 'verify-email', about, language)
    for (const words of until[language]) assert.ok(text.replace(/\s/g, ' ').includes(words), text)
  }
  const hour = { ...about, removesAt: '2026-03-05T10:30:00.000Z' }
  const { subject } = compose(config, 'two-factor-removal', hour, 'de')
  assert.equal(subject, 'Zwei-Faktor-Authentifizierung wird in 1 Stunde entfernt')
})
