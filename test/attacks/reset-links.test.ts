import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendReset } from '../../src/flows/operators/acts/send-reset.ts'
import { changeEmail, registerProven } from '../support/address-change.ts'
import { counted } from '../support/counted.ts'
import { hashesOf } from '../support/hashes.ts'
import { get, post, send } from '../support/http.ts'
import { linkIn, mailsTo, nextMail, publicUrl, startMailing, tokenIn } from '../support/mailing.ts'
import { newEmail, type Person, register, signIn, tokensOf } from '../support/people.ts'
import { assertOnce, race, raceComingBack, statusesOf } from '../support/race.ts'
import { converse } from '../support/raw-socket.ts'
import { assertRefused } from '../support/refusals.ts'
import { forgot, reset, resetToken } from '../support/reset.ts'
import { dumpRows } from '../support/rows.ts'
import { startSecond } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing()
const nodes = [service, await startSecond(service)]
const newPassword = 'a password that is new'
const { work, parts } = counted(service.deps)
const watched = await startVariant(service, parts)

test('a forged Host does not change the link', async () => {
  const { email } = await register(service)
  const body = JSON.stringify({ email })
  const request = (target: string, ...headers: string[]) =>
    converse(
      service,
      [
        `POST ${target} HTTP/1.1`,
        ...headers,
        'Connection: close',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
  const path = '/auth/password/forgot'
  const status = (wire: string) => Number(wire.split(' ')[1])
  assert.equal(status(await request(path, 'Host: evil.example')), 202)
  assert.equal(
    status(
      await request(
        path,
        'Host: a',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: http',
        'Forwarded: host=evil.example',
      ),
    ),
    202,
  )
  assert.equal(status(await request(path, 'Host: a', 'Host: evil.example')), 400)
  assert.equal(status(await request(`http://evil.example${path}`, 'Host: a')), 400)
  const mails = await mailsTo(service, email)
  assert.equal(mails.length, 3, 'the one of the registration and one each')
  for (const mail of mails) {
    assert.equal(linkIn(mail).origin, publicUrl)
    assert.ok(!mail.raw.replaceAll(tokenIn(mail), '').includes('evil'))
  }
})

test('one link sets one password, even fifty times at the same moment', async () => {
  const person = await register(service)
  const token = await resetToken(service, person.email)
  const answers = await raceComingBack(nodes, 50, (index) => {
    const password = `the new password ${index}`
    return { path: '/auth/password/reset', body: { token, password, passwordConfirmation: password } }
  })
  assertOnce(answers, 204)
  const winner = answers.findIndex(({ status }) => status === 204)
  tokensOf(await signIn(service, { ...person, password: `the new password ${winner}` }))
  for (const loser of [0, 49].filter((index) => index !== winner))
    assertRefused(
      await signIn(service, { ...person, password: `the new password ${loser}` }),
      401,
      'invalid_credentials',
    )
})

test('a hundred copies of a request with a mailed link cost one hash per process, whatever the link is for', async () => {
  const reset = await register(service)
  const changed = await registerProven(service)
  const change = await changeEmail(service, changed, newEmail())
  const planted = await register(service)
  const copied = {
    '/auth/email/verify': tokenIn(await nextMail(service, planted.email, 'Confirm')),
    '/auth/password/reset': await resetToken(service, reset.email),
    '/auth/email/undo': change.undoToken,
  }
  for (const [path, token] of Object.entries(copied)) {
    const before = hashesOf(...nodes)
    const answers = await race(nodes, 100, () => ({
      path,
      body: { token, password: newPassword, passwordConfirmation: newPassword },
    }))
    assert.equal(statusesOf(answers)[204], 1)
    const hashes = hashesOf(...nodes) - before
    assert.ok(hashes <= nodes.length, `${hashes} for ${path}`)
  }
})

test('a link stops working once the password is set otherwise, or a newer link is sent', async () => {
  const person = await register(service)
  const first = await resetToken(service, person.email)
  const second = await resetToken(service, person.email)
  assertRefused(await reset(service, first, newPassword), 401, 'invalid_credentials')
  assert.equal((await reset(service, second, newPassword)).status, 204)
  const third = await resetToken(service, person.email)
  tokensOf(await signIn(service, { ...person, password: newPassword }))
  const { accessToken: token } = tokensOf(await signIn(service, { ...person, password: newPassword }))
  const body = {
    currentPassword: newPassword,
    password: 'a password of settings',
    passwordConfirmation: 'a password of settings',
  }
  assert.equal((await send(service, 'PUT', `/users/${person.userId}/password`, { token, body })).status, 204)
  assertRefused(await reset(service, third, 'another password'), 401, 'invalid_credentials')
})

/** Whoever has the password: signs in and out everywhere until that fails. @returns how often each was answered how */
const endSessionsAgain = async (person: Person, isOver: () => boolean, pauseMs = 0) => {
  const counts: Record<number, number> = {}
  while (!isOver()) {
    const signedIn = await signIn(service, person)
    if (signedIn.status === 200) {
      const { accessToken: token } = tokensOf(signedIn)
      const { status } = await send(service, 'DELETE', `/users/${person.userId}/sessions`, { token })
      counts[status] = (counts[status] ?? 0) + 1
    }
    await sleep(pauseMs)
  }
  return counts
}

test('twenty of twenty links work even while somebody with the password keeps ending all sessions', async () => {
  const takeBack = async () => {
    const person = await register(service)
    let isOver = false
    const thief = endSessionsAgain(person, () => isOver, 500)
    const token = await resetToken(service, person.email)
    // not before they were ended once more
    await sleep(1_000)
    const { status } = await reset(service, token, newPassword)
    isOver = true
    await thief
    return status
  }
  const statuses = []
  for (let round = 0; round < 4; round++)
    statuses.push(...(await Promise.all(Array.from({ length: 5 }, takeBack))))
  assert.deepEqual(statuses, Array(20).fill(204))
})

test('ending all sessions is limited to twenty an hour', async () => {
  const person = await register(service)
  let tries = 0
  assert.deepEqual(await endSessionsAgain(person, () => ++tries > 22), { 204: 20, 429: 2 })
  const { accessToken: token } = tokensOf(await signIn(service, person))
  const refused = await send(service, 'DELETE', `/users/${person.userId}/sessions`, { token })
  assertRefused(refused, 429, 'too_many_attempts')
  // what was refused ended nothing
  assert.equal((await get(service, '/users/me', token)).status, 200)
})

test('an operator’s link works, too, and a disabled account’s does not', async () => {
  const person = await register(service)
  await mailsTo(service, person.email)
  const actor = { kind: 'operator' } as const
  assert.ok(await sendReset(service.deps, person.userId, { actor }))
  const token = tokenIn(await nextMail(service, person.email, 'new password'))
  let rounds = 0
  await endSessionsAgain(person, () => ++rounds > 2)
  await service.deps.db.run(sql`update users set disabled_at = now() where id = ${person.userId}`)
  assertRefused(await reset(service, token, newPassword), 401, 'invalid_credentials')
  await service.deps.db.run(sql`update users set disabled_at = null where id = ${person.userId}`)
  assert.equal((await reset(service, token, newPassword)).status, 204)
})

test('a link sent to a mailbox that the account has left does not work', async () => {
  const person = await registerProven(service)
  const token = await resetToken(service, person.email)
  const { email } = await changeEmail(service, person)
  assertRefused(await reset(service, token, newPassword), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { ...person, email }))
})

test('the token alone determines whose password it sets', async () => {
  const [ann, bob] = [await register(service), await register(service)]
  const token = await resetToken(service, ann.email)
  const body = { token, password: newPassword, passwordConfirmation: newPassword }
  const claims = { id: bob.userId, userId: bob.userId, email: bob.email }
  assert.equal((await post(service, '/auth/password/reset', { ...body, ...claims })).status, 204)
  tokensOf(await signIn(service, bob))
  tokensOf(await signIn(service, { ...ann, password: newPassword }))
})

test('no other token sets a password', async () => {
  const person = await register(service)
  const verification = tokenIn(await nextMail(service, person.email))
  const token = await resetToken(service, person.email)
  const raw = Buffer.from(token.slice(6), 'base64url')
  const ofNobody = Buffer.concat([Buffer.alloc(16), raw.subarray(16)])
  const changed = Buffer.from(raw)
  changed[47] = changed[47]! ^ 1
  for (const wrong of [
    '',
    'null',
    '0',
    'undefined',
    'sp_pr_',
    `sp_pr_${'A'.repeat(64)}`,
    verification,
    token.replace('sp_pr_', 'sp_ev_'),
    `sp_pr_${verification.slice(6)}`,
    `sp_pr_${ofNobody.toString('base64url')}`,
    `sp_pr_${changed.toString('base64url')}`,
    ` ${token}`,
    `${token}=`,
    token.toUpperCase(),
    person.accessToken,
    person.refreshToken,
  ])
    assertRefused(await reset(service, wrong, newPassword), 401, 'invalid_credentials')
  for (const wrong of [null, 0, [], {}, true, [token]]) {
    const body = { token: wrong, password: newPassword, passwordConfirmation: newPassword }
    assert.equal((await post(service, '/auth/password/reset', body)).status, 422)
  }
  assert.equal((await reset(service, token, newPassword)).status, 204)
})

test('an incomplete row lets nobody in', async () => {
  const { userId } = await register(service)
  for (const column of ['digest', 'canonical', 'expires_at'])
    await assert.rejects(
      service.deps.db.run({
        name: 'a test',
        parts: [`update mail_links set ${column} = null where user_id = '${userId}'`],
        values: [],
      }),
    )
})

test('five hundred requests for one victim send three emails an hour, and all get one answer', async () => {
  const { email } = await register(service)
  await nextMail(service, email)
  const answers = []
  for (let round = 0; round < 10; round++)
    answers.push(...(await race(nodes, 50, () => ({ path: '/auth/password/forgot', body: { email } }))))
  assert.deepEqual(statusesOf(answers), { 202: 500 })
  assert.deepEqual(new Set(answers.map(({ text }) => text)), new Set(['']))
  assert.equal((await mailsTo(service, email)).length, 3)
})

test('addresses with and without an account get one answer after equal work', async () => {
  const { email: known } = await register(service)
  const seen = []
  for (const email of [known, newEmail()]) {
    work.reset()
    const { status, text, headers } = await forgot(watched, email)
    const told = [...headers].filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name))
    seen.push({ status, text, told, statements: work.statements })
  }
  assert.deepEqual(seen[0], seen[1])
  assert.match(String(seen[0]?.statements), /insert into outbox /)
  // whose address it is, the outbox finds out later
  assert.doesNotMatch(String(seen[0]?.statements), /\b(users|emails|email_owners)\b/)
})

test('a link and its token appear in no log and no row', async () => {
  const { email } = await register(service)
  await forgot(service, email)
  const waiting = await dumpRows(service)
  const mail = await nextMail(service, email, 'new password')
  await reset(service, tokenIn(mail), newPassword)
  const dump = waiting + (await dumpRows(service))
  assert.ok(!dump.includes(tokenIn(mail)) && !service.logs.join().includes(tokenIn(mail)))
})

test('a link requested before another change of the password is not sent, or does not work', async () => {
  const person = await register(service)
  await mailsTo(service, person.email)
  assert.equal((await forgot(service, person.email)).status, 202)
  const changed = await send(service, 'PUT', `/users/${person.userId}/password`, {
    token: person.accessToken,
    body: { currentPassword: person.password, password: newPassword, passwordConfirmation: newPassword },
  })
  assert.equal(changed.status, 204)
  // whether the outbox got to it first is chance
  for (const mail of await mailsTo(service, person.email))
    if (mail.subject !== 'Your password was changed')
      assertRefused(await reset(service, tokenIn(mail), 'a password of a thief'), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { ...person, password: newPassword }))
})
