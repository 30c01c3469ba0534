import assert from 'node:assert/strict'
import { test } from 'node:test'
import { post } from '../support/http.ts'
import { newEmail, register } from '../support/people.ts'
import { startTested } from '../support/test-mode.ts'

const service = await startTested({ EMAIL_SIGN_IN: 'on' })
const { test: client } = service

test('a mail tells what it is, its link and its code', async () => {
  const { email, accessToken: token } = await register(service)
  const mail = await client.mail({ to: email })
  assert.deepEqual([mail.kind, mail.to], ['verify-email', email])
  assert.ok(mail.subject.length > 0 && mail.html.includes('<html'))
  assert.ok(mail.link?.startsWith(`${service.url}/account/verify-email?token=`), `${mail.link}`)
  assert.ok(mail.text.includes(`${mail.code}`))
  const confirmed = await post(service, '/auth/email/verify', { email, code: mail.code }, { token })
  assert.equal(confirmed.status, 204)
})

test('a mailed code signs somebody up', async () => {
  const email = newEmail()
  const { body } = await post(service, '/auth/email-code', { email })
  const { code } = await client.mail({ to: email, kind: 'sign-up-code' })
  const asked = { grant_type: 'email_code', challenge: body.challenge, code }
  assert.equal((await post(service, '/auth/token', asked)).status, 200)
})

test('mails are those to one address, of one kind, oldest first, and as many as are waited for', async () => {
  const { email } = await client.person()
  const { email: other } = await client.person()
  await post(service, '/auth/password/forgot', { email: other })
  for (let nth = 0; nth < 2; nth++) await post(service, '/auth/password/forgot', { email })
  const mails = await client.mails({ to: email.toUpperCase(), kind: 'reset-password', count: 2 })
  assert.deepEqual(
    mails.map(({ to, kind }) => [to, kind]),
    [
      [email, 'reset-password'],
      [email, 'reset-password'],
    ],
  )
  assert.ok(`${mails[0]?.at}` <= `${mails[1]?.at}`)
  assert.notEqual(mails[0]?.link, mails[1]?.link)
  assert.deepEqual(await client.mails({ to: email, kind: 'verify-email', wait: 0 }), [])
})

test('waiting ends with the mail, and without one when time is up', async () => {
  const { email } = await client.person()
  const waiting = client.mail({ to: email, wait: 30 })
  await post(service, '/auth/password/forgot', { email })
  assert.equal((await waiting).kind, 'reset-password')
  await assert.rejects(client.mail({ to: newEmail(), wait: 0 }), /no mail came/)
})

test('mails that were read can be thrown away', async () => {
  const { email } = await client.person()
  await post(service, '/auth/password/forgot', { email })
  // without the pause after which a stranger's mail goes out
  await client.mail({ to: email, wait: 0 })
  await fetch(`${service.url}/test/mails?to=${email}`, { method: 'DELETE' })
  assert.deepEqual(await client.mails({ to: email, wait: 0 }), [])
})

test('a notice comes without waiting for anything', async () => {
  const { email, password, tokens } = await client.person()
  const { token } = tokens.accessToken
  const change = {
    currentPassword: password,
    password: 'another one of the test',
    passwordConfirmation: 'another one of the test',
  }
  const answer = await fetch(`${service.url}/users/me/password`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  assert.equal(answer.status, 204, await answer.text())
  const [notice] = await client.mails({ to: email, kind: 'notice', wait: 0 })
  assert.match(`${notice?.subject}`, /password/i)
})
