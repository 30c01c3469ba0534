import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recognise } from '../../src/flows/providers/recognise.ts'
import { post, send } from '../support/http.ts'
import { mailsTo, nextMail, startMailing } from '../support/mailing.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { first, sql } from '../support/sql.ts'

const service = await startMailing({ TRUSTED_PROXIES: 'loopback', REGISTRATIONS_PER_HOUR: '0' })
const { db } = service.deps

const languageOf = async (email: string) =>
  (
    await first<{ language: string | null }>(
      db,
      sql`select language from users join emails on user_id = users.id where typed = ${email}`,
    )
  )?.language

const registerWith = (acceptLanguage: string) =>
  register(service, { headers: { 'accept-language': acceptLanguage } })

test('a registration with Accept-Language gets mail in that language, over SMTP, in text and HTML', async () => {
  for (const [header, language, subject, welcome] of [
    ['de', 'de', 'Bestätigen Sie Ihre E-Mail-Adresse', 'Willkommen bei Sallyport.'],
    ['fr-CA,fr;q=0.9', 'fr', 'Confirmez votre adresse e-mail', 'Bienvenue chez Sallyport.'],
    ['ja, es-MX;q=0.5', 'es', 'Confirme su dirección de correo', 'Le damos la bienvenida a Sallyport.'],
    ['en-GB', 'en', 'Confirm your email address', 'Welcome to Sallyport.'],
  ] as const) {
    const { email } = await registerWith(header)
    assert.equal(await languageOf(email), language)
    const mail = await nextMail(service, email)
    assert.equal(mail.subject, subject)
    assert.ok(mail.text.startsWith(welcome), mail.text)
    assert.ok(mail.html.includes(`<html lang="${language}">`) && mail.html.includes(welcome))
  }
})

test('a header without a language of ours stores nothing, and mail uses the default language', async () => {
  for (const header of ['ja, pt;q=0.9', '*', 'de;q=0', 'x'.repeat(4_000)]) {
    const { email } = await registerWith(header)
    assert.equal(await languageOf(email), null)
    assert.equal((await nextMail(service, email)).subject, 'Confirm your email address')
  }
  const french = await startMailing({ LANGUAGE: 'fr' })
  const { email } = await register(french)
  const { subject } = await nextMail(french, email)
  assert.equal(subject, 'Confirmez votre adresse e-mail')
})

test('every email of an account is in its language: links, notices, and those to a former address', async () => {
  const home = { 'x-forwarded-for': '203.0.113.7' }
  const person = await register(service, { headers: { ...home, 'accept-language': 'de' } })
  await nextMail(service, person.email, 'Bestätigen Sie Ihre')
  await post(service, '/auth/password/forgot', { email: person.email }, { headers: home })
  await nextMail(service, person.email, 'Neues Passwort festlegen')
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0'
  const elsewhere = { 'x-forwarded-for': '198.51.100.9', 'user-agent': userAgent, 'accept-language': 'es' }
  tokensOf(await signIn(service, person, { headers: elsewhere }))
  const notice = await nextMail(service, person.email, 'Neue Anmeldung')
  assert.match(notice.text, /^IP-Adresse: 198\.51\.100\.9\nGerät: Firefox unter Windows$/m)
  const changed = newEmail()
  const { accessToken: token } = person
  const asked = await post(service, '/users/me/email', { email: changed }, { token, headers: home })
  assert.equal(asked.status, 202)
  const { text } = await nextMail(service, changed, 'Bestätigen Sie Ihre neue')
  const [, link = ''] = /token=(\S+)/.exec(text) ?? []
  assert.equal((await post(service, '/auth/email/verify', { token: link })).status, 204)
  await nextMail(service, person.email, 'wurde geändert')
})

test('a language unknown to this version falls back to the default', async () => {
  const person = await registerWith('de')
  await mailsTo(service, person.email)
  await db.run(sql`update users set language = 'tlh' where id = ${person.userId}`)
  const sent = await send(service, 'POST', '/users/me/email/verification', { token: person.accessToken })
  assert.equal(sent.status, 202)
  await nextMail(service, person.email, 'Confirm your email address')
})

test('a provider that creates an account takes the language of the browser', async () => {
  for (const [acceptLanguage, language] of [
    ['de-AT', 'de'],
    ['ja', null],
  ] as const) {
    const email = newEmail()
    const client = {
      address: '192.0.2.1',
      bucket: '192.0.2.1',
      counting: 'own',
      userAgent: undefined,
      hasGone: () => false,
    } as const
    const identity = { subject: email, email, emailVerified: true }
    await recognise(service.deps, 'acme', identity, { ...client, acceptLanguage })
    assert.equal(await languageOf(email), language)
  }
})
