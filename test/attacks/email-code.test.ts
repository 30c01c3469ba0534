import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { invite } from '../../src/flows/registration/invite.ts'
import type { Runner } from '../../src/platform/db/db.ts'
import { prepared } from '../../src/platform/db/sql.ts'
import type { SoftwarePasskey } from '../../src/test-mode/authenticator.ts'
import { changeEmail, changeToken, registerOwned, undo, verify } from '../support/address-change.ts'
import {
  askForCode,
  challengeFor,
  codeByMail,
  codeMailedTo,
  type MailedCode,
  signInByEmailCode,
} from '../support/email-code.ts'
import { get, post, send } from '../support/http.ts'
import { type Received, refusal } from '../support/mail-server.ts'
import { codeIn, deliverAll, mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { addPasskey, signInBy } from '../support/passkeys.ts'
import { newEmail, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertOnce, race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { enrol, settingsOf } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { first, many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing({ EMAIL_SIGN_IN: 'on', TRUSTED_PROXIES: 'loopback' })
const { deps } = service
const second = await startSecond(service, { PORT: '0' })

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const home = from('203.0.113.7')
const elsewhere = from('198.51.100.9')

const assertDead = async (mailed: MailedCode) =>
  assertRefused(await signInByEmailCode(service, mailed), 401, 'invalid_challenge')

const sessionsOf = (userId: string) =>
  many<{ id: string }>(deps.db, sql`select id from sessions where user_id = ${userId}`)

test('a code that was asked for before the mailbox was claimed opens nothing afterwards', async () => {
  const planter = await register(service)
  const planted = await codeByMail(service, planter.email)
  const token = await resetToken(service, planter.email)
  assert.equal((await reset(service, token, 'the password of the owner')).status, 204)
  await assertDead(planted)
})

test('a code that was asked for before a change of address opens nothing once that is undone', async () => {
  const person = await registerOwned(service)
  const planted = await codeByMail(service, person.email)
  const { undoToken } = await changeEmail(service, person)
  assert.equal((await undo(service, undoToken)).status, 204)
  await assertDead(planted)
})

test('a new password by a link ends the codes that were asked for before, and so does a change of it', async () => {
  const person = await registerOwned(service)
  const [one, other] = [
    await codeByMail(service, person.email, home),
    await codeByMail(service, person.email, elsewhere),
  ]
  const password = 'another password of the tests'
  assert.equal((await reset(service, await resetToken(service, person.email), password)).status, 204)
  await assertDead(one)
  await assertDead(other)
  const signedIn = { ...person, ...tokensOf(await signIn(service, { ...person, password })) }
  const pending = await codeMailedTo(service, person.email)
  const changed = await send(service, 'PUT', `/users/${person.userId}/password`, {
    token: signedIn.accessToken,
    body: {
      currentPassword: password,
      password: 'a third password of the tests',
      passwordConfirmation: 'a third password of the tests',
    },
  })
  assert.equal(changed.status, 204, changed.text)
  await assertDead(pending)
})

test('somebody who keeps signing out everywhere does not keep the owner from signing in by mail', async () => {
  const person = await registerOwned(service)
  const mailed = await codeByMail(service, person.email)
  const ended = await send(service, 'DELETE', `/users/${person.userId}/sessions`, {
    token: person.accessToken,
  })
  assert.equal(ended.status, 204, ended.text)
  tokensOf(await signInByEmailCode(service, mailed))
})

test('a mailed code claims an account that a stranger made, and nothing planted survives', async () => {
  const planter = await enrol(service, await register(service))
  const mailed = await codeByMail(service, planter.email)
  const { accessToken } = tokensOf(await signInByEmailCode(service, mailed))
  const { body } = await get(service, '/users/me', accessToken)
  assert.deepEqual([body.id, body.emailVerified, body.twoFactor.enabled], [planter.userId, true, false])
  assertRefused(await get(service, '/users/me', planter.accessToken), 401, 'unauthorized')
  assertRefused(await signIn(service, planter), 401, 'invalid_credentials')
  assert.equal((await sessionsOf(planter.userId)).length, 1)
})

/** Whoever has a way in from before: a session, a password, a passkey. */
const withPasskey = async (person: Person) => {
  const { passkey } = await addPasskey(service, person)
  return { ...person, passkey }
}

const assertOthersOut = async (before: Person & { passkey: SoftwarePasskey }, email: string) => {
  assertRefused(await get(service, '/users/me', before.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, before.refreshToken), 401, 'invalid_credentials')
  assertRefused(await signIn(service, { ...before, email }), 401, 'invalid_credentials')
  assertRefused(await signInBy(service, before.passkey), 401, 'invalid_credentials')
}

const told = 'Earlier ways to sign in were removed'

test('a stranger who moves an account of their own to somebody’s address, whose link these press, is out once a code signs these in', async () => {
  const stranger = await withPasskey(await registerOwned(service))
  // the victim presses the button of a mail that they did not ask for
  const { email } = await changeEmail(service, stranger)
  const { accessToken } = tokensOf(await signInByEmailCode(service, await codeByMail(service, email)))
  const { body } = await get(service, '/users/me', accessToken)
  assert.deepEqual([body.id, body.email], [stranger.userId, email])
  await assertOthersOut(stranger, email)
  await nextMail(service, email, told)
  // once: what is set up from now on stays
  const password = 'the password of the owner'
  assert.equal((await reset(service, await resetToken(service, email), password)).status, 204)
  tokensOf(await signInByEmailCode(service, await codeByMail(service, email)))
  tokensOf(await signIn(service, { email, password }))
})

test('a new address that its own session confirmed leaves everything as it was', async () => {
  const person = await registerOwned(service)
  const email = newEmail()
  const token = await changeToken(service, person, email)
  const { accessToken } = person
  assert.equal((await post(service, '/auth/email/verify', { token }, { token: accessToken })).status, 204)
  tokensOf(await signInByEmailCode(service, await codeByMail(service, email)))
  assert.equal((await get(service, '/users/me', accessToken)).status, 200)
  tokensOf(await signIn(service, { ...person, email }))
})

test('an operator whom a stranger talked into an address has not proven its mailbox: a code lets its owner in, and the stranger out', async () => {
  const stranger = await withPasskey(await registerOwned(service))
  const email = newEmail()
  const { ask } = await newOperator(service, 'users:write')
  const reason = 'says that both are theirs'
  const changed = await ask('PUT', `/users/${stranger.userId}/email`, { email, reason })
  assert.equal(changed.status, 204, changed.text)
  tokensOf(await signInByEmailCode(service, await codeByMail(service, email)))
  await assertOthersOut(stranger, email)
  await nextMail(service, email, told)
})

for (const [how, isLinkPressed] of [
  ['that nobody has confirmed', false],
  ['that only a link confirmed where nobody was signed in', true],
] as const)
  test(`a code signs in to an account ${how}, whose password may be a stranger’s: it goes, and its owner is told`, async () => {
    const person = await withPasskey(await register(service))
    const token = tokenIn(await nextMail(service, person.email, 'Confirm'))
    if (isLinkPressed) assert.equal((await verify(service, token)).status, 204)
    tokensOf(await signInByEmailCode(service, await codeByMail(service, person.email)))
    await assertOthersOut(person, person.email)
    const { text } = await nextMail(service, person.email, told)
    assert.match(text.replaceAll('\n', ' '), /the password, passkeys and linked providers/)
    assert.doesNotMatch(text, /Two-factor/)
  })

test('whoever loses a second factor by a claim is told of that, too, and who loses nothing is told nothing', async () => {
  const planter = await enrol(service, await register(service))
  tokensOf(await signInByEmailCode(service, await codeByMail(service, planter.email)))
  const { text } = await nextMail(service, planter.email, told)
  assert.match(text.replaceAll('\n', ' '), /Two-factor authentication was turned off, too/)
  const email = newEmail()
  await invite(deps, { typed: email, canonical: email }, { kind: 'operator' })
  tokensOf(await signInByEmailCode(service, await codeByMail(service, email)))
  const subjects = (await mailsTo(service, email)).map(({ subject }) => subject)
  assert.ok(!subjects.includes(told), subjects.join())
})

test('a code is good for the challenge it was asked with, and for no other', async () => {
  const [one, other] = [await registerOwned(service), await registerOwned(service)]
  const [mine, theirs] = [await codeByMail(service, one.email), await codeByMail(service, other.email)]
  const crossed = await signInByEmailCode(service, { challenge: mine.challenge, code: theirs.code })
  assert.deepEqual([crossed.status, crossed.body.code, crossed.body.attemptsLeft], [401, 'wrong_code', 4])
  // a stranger asks for the same address, and reads the owner's code over a shoulder
  const { challenge } = await challengeFor(service, one.email, elsewhere)
  const shoulder = await signInByEmailCode(service, { challenge, code: mine.code })
  assert.equal(shoulder.body.code, 'wrong_code')
  tokensOf(await signInByEmailCode(service, mine))
  tokensOf(await signInByEmailCode(service, theirs))
  await assertDead(mine)
  for (const wrong of ['', 'null', 'sp_mc_', `${mine.challenge}A`, mine.challenge.slice(0, -1)])
    await assertDead({ challenge: wrong, code: mine.code })
})

test('before its code is mailed, a challenge is answered by nothing', async () => {
  const person = await registerOwned(service)
  const { challenge } = await challengeFor(service, person.email, from('203.0.113.80'))
  for (const code of ['', '0', 'null', '0000-0000'])
    assert.equal((await signInByEmailCode(service, { challenge, code })).body.code, 'wrong_code')
})

test('of fifty equal codes at the same moment, on two processes, one opens a session', async () => {
  const person = await registerOwned(service)
  const { length: before } = await sessionsOf(person.userId)
  const { challenge, code } = await codeByMail(service, person.email)
  const answers = await race([service, second], 50, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'email_code', challenge, code },
    headers: from(`203.0.113.${index}`).headers,
  }))
  assertOnce(answers, 200)
  assert.equal((await sessionsOf(person.userId)).length, before + 1)
})

test('of two right codes that have both been checked by then, one opens a session', async () => {
  const person = await registerOwned(service)
  const { length: before } = await sessionsOf(person.userId)
  const mailed = await codeMailedTo(service, person.email)
  const together = Promise.withResolvers<void>()
  let arrived = 0
  const db = {
    ...deps.db,
    run: (async (statement) => {
      // between the check and what it opens
      if (statement.name === 'isKnownAddress') {
        arrived++
        if (arrived === 2) together.resolve()
        await together.promise
      }
      return deps.db.run(statement)
    }) as typeof deps.db.run,
  }
  const node = await startVariant(service, { db })
  const answers = await Promise.all([1, 2].map(() => signInByEmailCode(node, mailed)))
  assert.deepEqual(statusesOf(answers), { 200: 1, 401: 1 })
  assert.equal((await sessionsOf(person.userId)).length, before + 1)
})

test('of fifty equal codes of a newcomer, one account and one session come', async () => {
  const email = newEmail()
  const { challenge, code } = await codeByMail(service, email)
  const answers = await race([service, second], 50, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'email_code', challenge, code },
    headers: from(`203.0.113.${index}`).headers,
  }))
  assertOnce(answers, 200)
  const owners = await many<{ userId: string }>(
    deps.db,
    sql`select user_id as "userId" from email_owners where canonical = ${email}`,
  )
  assert.equal(owners.length, 1)
  assert.equal((await sessionsOf(owners[0]?.userId ?? '')).length, 1)
})

test('five codes are tried for a challenge, also at the same moment, and then not even the right one', async () => {
  const person = await registerOwned(service)
  const { challenge, code } = await codeByMail(service, person.email)
  const guesses = await race([service, second], 20, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'email_code', challenge, code: `0000-00${String(index).padStart(2, '0')}` },
    headers: from(`203.0.113.${index}`).headers,
  }))
  const left = guesses.filter(({ body }) => body.code === 'wrong_code').map(({ body }) => body.attemptsLeft)
  assert.deepEqual(left.sort(), [0, 1, 2, 3, 4])
  await assertDead({ challenge, code })
  assert.equal((await signIn(service, person)).status, 200, 'the other ways in do not wait')
})

test('a client has thirty wrong codes in a quarter of an hour, for all addresses together', async () => {
  const place = from('203.0.113.90')
  const { challenge } = await challengeFor(service, newEmail(), place)
  for (let times = 0; times < 30; times++)
    assert.equal((await signInByEmailCode(service, { challenge, code: '0000-0000' }, place)).status, 401)
  const { status } = await signInByEmailCode(service, { challenge, code: '0000-0000' }, place)
  assert.equal(status, 429)
})

test('a stranger who asks again and again ends no code of the owner, nor uses up the mails at home', async () => {
  const person = await registerOwned(service)
  tokensOf(await signIn(service, person, home))
  const mailed = await codeByMail(service, person.email, home)
  for (let times = 0; times < 9; times++) await challengeFor(service, person.email, elsewhere)
  await mailsTo(service, person.email)
  tokensOf(await signInByEmailCode(service, mailed, home))
  const again = await codeByMail(service, person.email, home)
  tokensOf(await signInByEmailCode(service, again, home))
})

test('an address gets three codes an hour, with and without an account, and the answers do not tell', async () => {
  const { email } = await registerOwned(service)
  for (const address of [email, newEmail()]) {
    for (let times = 0; times < 3; times++) await codeByMail(service, address, elsewhere)
    assert.equal((await askForCode(service, address, elsewhere)).status, 202)
    assert.deepEqual(await mailsTo(service, address), [])
    await shiftRows(service, 3_601)
    await codeByMail(service, address, elsewhere)
  }
})

/** The service, whose requests for mails become due no sooner than the test says. */
const postponing = () => {
  const db = {
    ...deps.db,
    transaction: ((work, options) =>
      deps.db.transaction(async (runner) => {
        const result = await work(runner)
        await runner.run(sql`
          update outbox set due_at = now() + interval '5 minutes' where channel = 'email_code' and attempts = 0`)
        return result
      }, options)) as typeof deps.db.transaction,
  }
  return startVariant(service, { db })
}

/** Has what was postponed delivered, one after the other. */
const deliverInOrder = async (email: string) => {
  const rows = await many<{ id: string }>(
    deps.db,
    sql`select id::text from outbox where channel = 'email_code' and recipient = ${email} order by id`,
  )
  const mails = []
  for (const { id } of rows) {
    await deps.db.run(sql`update outbox set due_at = now() where recipient = ${email} and id = ${id}::bigint`)
    mails.push(...(await mailsTo(service, email)))
  }
  return mails
}

test('requests that a newer one has replaced use up no mail of the hour, with and without an account', async () => {
  const node = await postponing()
  for (const address of [(await registerOwned(service)).email, newEmail()]) {
    const challenges = []
    for (let times = 0; times < 4; times++)
      challenges.push((await challengeFor(node, address, elsewhere)).challenge)
    const mails = await deliverInOrder(address)
    assert.equal(mails.length, 1)
    const mailed = { challenge: challenges.at(-1) as string, code: codeIn(mails[0] as Received) }
    for (let times = 0; times < 2; times++) await codeByMail(service, address, from('203.0.113.94'))
    await challengeFor(service, address, from('203.0.113.94'))
    assert.deepEqual(await mailsTo(service, address), [])
    tokensOf(await signInByEmailCode(service, mailed, elsewhere))
  }
})

test('a place asks a hundred times in a quarter of an hour', async () => {
  const place = from('203.0.113.91')
  await challengeFor(service, newEmail(), place)
  await deps.db.run(sql`
    update attempts set count = 99 where kind = 'sign-in codes' and subject = ${subjectOf.address('203.0.113.91')}`)
  await challengeFor(service, newEmail(), place)
  assertRefused(await askForCode(service, newEmail(), place), 429, 'too_many_attempts')
  await challengeFor(service, newEmail(), elsewhere)
})

test('a thousand addresses without an account are written to in an hour, and people go on', async () => {
  const { email } = await registerOwned(service)
  await codeByMail(service, newEmail(), from('203.0.113.92'))
  await deps.db.run(sql`update attempts set count = 1000 where kind = 'newcomer mails'`)
  const stranger = newEmail()
  await challengeFor(service, stranger, from('203.0.113.92'))
  assert.deepEqual(await mailsTo(service, stranger), [])
  await codeByMail(service, email, from('203.0.113.92'))
  for (let times = 0; times < 2; times++) {
    await challengeFor(service, stranger, from('203.0.113.92'))
    assert.deepEqual(await mailsTo(service, stranger), [])
  }
  await deps.db.run(sql`delete from attempts where kind = 'newcomer mails'`)
  // what was refused has used up none of the address's own
  for (let times = 0; times < 3; times++) await codeByMail(service, stranger, from('203.0.113.92'))
})

/** The service, and the text of every statement that it runs for requests. */
const watched = async () => {
  const statements: string[] = []
  const watching = <Kind extends Runner>(runner: Kind): Kind => ({
    ...runner,
    run: (statement) => {
      statements.push(prepared(statement).text.replace(/\s+/g, ' '))
      return runner.run(statement)
    },
  })
  const db = {
    ...watching(deps.db),
    transaction: ((work, options) =>
      deps.db.transaction((runner) => work(watching(runner)), options)) as typeof deps.db.transaction,
  }
  return { statements, node: await startVariant(service, { db }) }
}

const blocked = async (): Promise<Person> => {
  const person = await registerOwned(service)
  await deps.db.run(sql`update users set disabled_at = now() where id = ${person.userId}`)
  return person
}

const closing = async (): Promise<Person> => {
  const person = await registerOwned(service)
  await deps.db.run(sql`
    insert into account_deletions (user_id, requested_at, due_at)
    values (${person.userId}, now(), now() + interval '7 days')`)
  return person
}

test('known, unknown, blocked and closing get the same answer, byte for byte, after the same statements', async () => {
  const { statements, node } = await watched()
  const people = {
    known: (await registerOwned(service)).email,
    unproven: (await register(service)).email,
    unknown: newEmail(),
    blocked: (await blocked()).email,
    closing: (await closing()).email,
  }
  const seen = []
  for (const email of Object.values(people)) {
    statements.length = 0
    const { status, text, headers, body } = await askForCode(node, email, from('203.0.113.93'))
    const { date, 'x-request-id': id, ...rest } = Object.fromEntries(headers)
    assert.ok(date && id)
    const said = text.replace(body.challenge, '').replace(body.expiresAt, '')
    const asked = { status, said, length: body.challenge.length, rest, statements: [...statements] }
    statements.length = 0
    const wrong = await signInByEmailCode(node, { challenge: body.challenge, code: '0000-0000' })
    seen.push({ ...asked, refused: wrong.text, after: [...statements] })
  }
  for (const each of seen) assert.deepEqual(each, seen[0])
})

test('a blocked account gets no code, and one from before opens nothing', async () => {
  const person = await registerOwned(service)
  const mailed = await codeByMail(service, person.email)
  await deps.db.run(sql`update users set disabled_at = now() where id = ${person.userId}`)
  await assertDead(mailed)
  await challengeFor(service, person.email)
  assert.deepEqual(await mailsTo(service, person.email), [])
})

test('however late its mail comes, a code ends ten minutes after it was asked for', async () => {
  const { email } = await registerOwned(service)
  const late = await challengeFor(service, email, home)
  // as if the mail server had been down meanwhile
  await shiftRows(service, 400)
  const code = codeIn(await nextMail(service, email, 'Your code'))
  await shiftRows(service, 201)
  await assertDead({ challenge: late.challenge, code })
  const later = await challengeFor(service, email, home)
  await shiftRows(service, 400)
  const good = codeIn(await nextMail(service, email, 'Your code'))
  await shiftRows(service, 100)
  tokensOf(await signInByEmailCode(service, { challenge: later.challenge, code: good }))
})

test('while the mail server takes nothing, a code can be asked for, and it comes later', async () => {
  const { email } = await registerOwned(service)
  const { mailServer } = service
  let isRefused = false
  mailServer.act = (step, to) => {
    if (step !== 'to' || to !== email) return
    isRefused = true
    return refusal(451, '4.3.2 try again later')
  }
  const { challenge } = await challengeFor(service, email)
  const deadline = Date.now() + 30_000
  while (!isRefused && Date.now() < deadline) await deliverAll(deps)
  assert.ok(isRefused)
  mailServer.act = () => {}
  await shiftRows(service, 120)
  const code = codeIn(await nextMail(service, email, 'Your code'))
  tokensOf(await signInByEmailCode(service, { challenge, code }))
})

test('while a mail server keeps the service waiting, a code is asked for all the same, and comes later', async () => {
  const { email } = await registerOwned(service)
  const { mailServer } = service
  const [reached, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  mailServer.act = (step, to) => {
    if (step !== 'data' || to !== email) return
    reached.resolve()
    return answered.promise
  }
  const first = await challengeFor(service, email, home)
  const delivered = deliverAll(deps)
  await reached.promise
  const second = await challengeFor(service, email, elsewhere)
  answered.resolve()
  mailServer.act = () => {}
  await delivered
  for (const { challenge } of [first, second]) {
    const code = codeIn(await nextMail(service, email, 'Your code'))
    tokensOf(await signInByEmailCode(service, { challenge, code }))
  }
})

test('a mailbox proves no second factor, and is no proof for what changes one', async () => {
  const person = await enrol(service, await registerOwned(service))
  const mailed = await codeMailedTo(service, person.email)
  const answer = await signInByEmailCode(service, mailed)
  assert.equal(answer.body.code, 'two_factor_required')
  assert.ok(!answer.body.methods.includes('email_code'))
  const another = await codeMailedTo(service, person.email)
  const { challenge } = answer.body
  for (const [method, { code }] of [
    ['totp', mailed],
    ['backup_code', another],
  ] as const) {
    const tried = await post(service, '/auth/token', { grant_type: 'two_factor', challenge, method, code })
    assert.equal(tried.body.code, 'wrong_code')
  }
  const { accessToken } = person
  for (const body of [{ code: another.code }, { code: another.code, method: 'backup_code' }]) {
    const removed = await send(service, 'DELETE', settingsOf(person), { token: accessToken, body })
    assert.deepEqual([removed.status, removed.body.code], [401, 'wrong_code'])
  }
  const proven = await post(
    service,
    '/auth/proof',
    { method: 'email_code', code: another.code, challenge: another.challenge },
    { token: accessToken },
  )
  assert.equal(proven.status, 422)
})

test('whoever can write to the database leads no code of their own to the account of somebody else', async () => {
  const [thief, victim] = [await registerOwned(service), await registerOwned(service)]
  const mailed = await codeByMail(service, thief.email)
  await deps.db.run(sql`
    update mailed_codes set canonical = ${victim.email}, typed = ${victim.email} where canonical = ${thief.email}`)
  await assertDead(mailed)
  const unwritten = await codeMailedTo(service, newEmail())
  await deps.db.run(sql`update mailed_codes set is_for_newcomer = true where not is_for_newcomer`)
  await assertDead(unwritten)
})

test('neither code nor challenge is readable in the database', async () => {
  const { email } = await registerOwned(service)
  const { challenge, code } = await codeByMail(service, email)
  const row = await first<{ text: string }>(
    deps.db,
    sql`select row_to_json(mailed_codes)::text as text from mailed_codes where canonical = ${email}`,
  )
  assert.ok(row)
  const raw = Buffer.from(challenge.slice('sp_mc_'.length), 'base64url')
  for (const secret of [code, code.replace('-', ''), challenge, raw.subarray(32).toString('hex')])
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      assert.ok(!row.text.includes(form))
  for (const line of service.logs) assert.ok(!line.includes(code) && !line.includes(challenge))
})
