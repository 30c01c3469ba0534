import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginLink, confirmLink, followLink, signInWith, startFederated } from '../support/federation.ts'
import { get, post, send } from '../support/http.ts'
import { exchange, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { answerChallenge, challengeFor, enrol, settingsOf, wrongCode } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startFederated(
  { acme: {} },
  {
    TRUSTED_PROXIES: 'loopback',
    FAILURES_PER_ADDRESS: '0',
    REGISTRATIONS_PER_HOUR: '0',
  },
)
const folder = join(service.deps.config.dataDir, 'mail')
const home = { 'x-forwarded-for': '203.0.113.7' }

const verified = async (): Promise<Person> => {
  const person = await register(service, { headers: home })
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${person.userId}`)
  await service.deps.db.run(
    sql`update users set created_at = now() - interval '1 day' where id = ${person.userId}`,
  )
  return person
}

/** The subjects of what is on its way, or has come, to somebody: waits until there are so many. */
const subjectsTo = async ({ email }: Person, count: number): Promise<string[]> => {
  for (let time = 0; time < 200; time++) {
    const mails = await mailsTo(email)
    if (mails.length >= count) return mails.map((text) => /^Subject: (.*)$/m.exec(text)?.[1] ?? '').sort()
    await sleep(25)
  }
  return assert.fail(`${count} mails were awaited, and ${(await mailsTo(email)).length} came`)
}

const mailsTo = async (email: string): Promise<string[]> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${email}`))
}

test('a sign-in from an unknown location is notified, and one from home is not', async () => {
  const person = await verified()
  tokensOf(await signIn(service, person, { headers: home }))
  tokensOf(await signIn(service, person, { headers: { 'x-forwarded-for': '198.51.100.9' } }))
  tokensOf(await signIn(service, person, { headers: { 'x-forwarded-for': '198.51.100.9' } }))
  assert.deepEqual(await subjectsTo(person, 1), ['New sign-in to your account'])
  const [mail] = await mailsTo(person.email)
  assert.match(mail as string, /198\.51\.100\.9/)
  assert.equal((await mailsTo(person.email)).length, 1)
})

test('each change of the second factor is notified, with the number of codes left', async () => {
  const person = await enrol(service, await verified())
  const challenge = await challengeFor(service, person)
  tokensOf(await answerChallenge(service, challenge, person.backup[0] as string, 'backup_code'))
  const body = { code: person.backup[1], method: 'backup_code' }
  const { accessToken: token } = person
  assert.equal((await post(service, `${settingsOf(person)}/backup-codes`, body, { token })).status, 200)
  assert.equal(
    (await send(service, 'DELETE', settingsOf(person), { token, body: { code: person.code() } })).status,
    204,
  )
  const subjects = await subjectsTo(person, 6)
  assert.deepEqual(subjects, [
    'A backup code was used',
    'A backup code was used',
    'New backup codes were generated',
    'New sign-in to your account',
    'Two-factor authentication was turned off',
    'Two-factor authentication was turned on',
  ])
  const used = (await mailsTo(person.email)).filter((text) => text.includes('A backup code was used'))
  assert.ok(
    used.some((text) => text.includes('9 backup codes')) &&
      used.some((text) => text.includes('8 backup codes')),
  )
})

test('with three or fewer codes left, the subject says so', async () => {
  const person = await enrol(service, await verified())
  for (const code of person.backup.slice(0, 7)) {
    const challenge = await challengeFor(service, person)
    tokensOf(await answerChallenge(service, challenge, code, 'backup_code'))
  }
  const subjects = await subjectsTo(person, 9)
  assert.ok(subjects.includes('Only 3 backup codes left'), subjects.join())
})

test('a new password, a linked provider and a closed account are notified', async () => {
  const person = await verified()
  const { accessToken: token } = person
  const password = 'another password of the tests'
  const body = { currentPassword: person.password, password, passwordConfirmation: password }
  assert.equal((await send(service, 'PUT', `/users/${person.userId}/password`, { token, body })).status, 204)
  const subject = randomUUID()
  const { acme } = service.providers
  acme.people.set(subject, {})
  const { body: link } = await beginLink(service, person, 'acme')
  const { code } = await followLink(link.url, subject, acme)
  assert.equal((await confirmLink(service, person, 'acme', { code })).status, 200)
  assert.equal(
    (await send(service, 'DELETE', `/users/${person.userId}/identities/acme`, { token })).status,
    204,
  )
  assert.equal((await send(service, 'DELETE', `/users/${person.userId}`, { token })).status, 202)
  assert.deepEqual(await subjectsTo(person, 4), [
    'Your account will be deleted',
    'Your password was changed',
    'acme was linked to your account',
    'acme was unlinked from your account',
  ])
})

test('a stolen token is notified', async () => {
  const person = await verified()
  const next = tokensOf(await refresh(service, person.refreshToken))
  assert.equal((await get(service, '/users/me', next.accessToken)).status, 200)
  await shiftRows(service, 11)
  assert.equal((await refresh(service, person.refreshToken)).status, 401)
  assert.deepEqual(await subjectsTo(person, 1), ['We ended one of your sessions'])
})

test('guessing is notified once a day', async () => {
  const person = await enrol(service, await verified())
  for (let time = 0; time < 12; time++) {
    await signIn(
      service,
      { ...person, password: 'wrong' },
      { headers: { 'x-forwarded-for': '198.51.100.9' } },
    )
  }
  const { challenge } = (await signIn(service, person, { headers: home })).body
  for (let time = 0; time < 5; time++) await answerChallenge(service, challenge, wrongCode(person))
  const subjects = await subjectsTo(person, 3)
  assert.deepEqual(subjects, [
    'Someone is trying to get into your account',
    'Too many wrong one-time codes',
    'Two-factor authentication was turned on',
  ])
})

test('an unconfirmed address is notified as well, at most ten times a day for kinds already sent', async () => {
  const guarded = await enrol(service, await register(service, { headers: home }))
  const codes = `${settingsOf(guarded)}/backup-codes`
  let [code] = guarded.backup
  for (let time = 0; time < 6; time++) {
    const body = { code, method: 'backup_code' }
    const renewed = await post(service, codes, body, { token: guarded.accessToken })
    assert.equal(renewed.status, 200, renewed.text)
    code = renewed.body.backup[0]
  }
  const other = await enrol(service, await verified())
  await subjectsTo(other, 1)
  const subjects = await subjectsTo(guarded, 10)
  assert.equal(subjects.length, 10)
  assert.ok(subjects.includes('Two-factor authentication was turned on'))
})

test('a sign-in from elsewhere is notified at once, even for an account that is a minute old', async () => {
  const person = await register(service, { headers: home })
  tokensOf(await signIn(service, person, { headers: { 'x-forwarded-for': '198.51.100.9' } }))
  assert.deepEqual(await subjectsTo(person, 1), ['New sign-in to your account'])
})

test('a first sign-in with a provider sends no notice', async () => {
  const [subject, other] = [randomUUID(), await verified()]
  const email = `${subject}@example.com`
  service.providers.acme.people.set(subject, { email, email_verified: true })
  const { code } = await signInWith(service, 'acme', subject)
  tokensOf(await exchange(service, code as string))
  await enrol(service, other)
  await subjectsTo(other, 1)
  assert.deepEqual(await mailsTo(email), [])
})

test('an email about a request names its location and device', async () => {
  const person = await enrol(service, await verified())
  const { accessToken: token, email } = person
  const headers = { 'x-forwarded-for': '198.51.100.24', 'user-agent': 'Safari, iPhone' }
  const settings = settingsOf(person)
  const body = { code: person.backup[0], method: 'backup_code' }
  assert.equal((await post(service, `${settings}/backup-codes`, body, { token, headers })).status, 200)
  const off = { token, headers, body: { code: person.code() } }
  assert.equal((await send(service, 'DELETE', settings, off)).status, 204)
  const password = 'another password of the tests'
  const change = { currentPassword: person.password, password, passwordConfirmation: password }
  const changed = await send(service, 'PUT', `/users/${person.userId}/password`, {
    token,
    headers,
    body: change,
  })
  assert.equal(changed.status, 204)
  assert.equal((await post(service, '/auth/password/forgot', { email }, { headers })).status, 202)
  assert.equal((await send(service, 'DELETE', `/users/${person.userId}`, { token, headers })).status, 202)
  await subjectsTo(person, 7)
  const mails = (await mailsTo(email)).filter((mail) => !mail.includes('was turned on'))
  assert.equal(mails.length, 6)
  for (const mail of mails) assert.match(mail, /From: 198\.51\.100\.24\nWith: Safari on an iPhone\n/)
})

test('an email repeats no words of the person who signed in', async () => {
  const person = await verified()
  const headers = {
    'x-forwarded-for': '198.51.100.23',
    'user-agent': 'Your account is frozen, see https://evil.example (Windows NT 10.0) Firefox/144.0',
  }
  tokensOf(await signIn(service, person, { headers }))
  await subjectsTo(person, 1)
  const [mail = ''] = await mailsTo(person.email)
  assert.match(mail, /With: Firefox on Windows/)
  assert.doesNotMatch(mail, /frozen|evil/)
})
