import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { oauthCodes } from '../../src/flows/return/code.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { deliverDue } from '../../src/messages/outbox/deliver.ts'
import { channels } from '../../src/modules.ts'
import { signInWith, startFederated } from '../support/federation.ts'
import { type Answer, get, post } from '../support/http.ts'
import { tryToInvite } from '../support/invitation.ts'
import { startMailServer } from '../support/mail-server.ts'
import { nextMail, tokenIn } from '../support/mailing.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { exchange, newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { forgot, reset, resetToken } from '../support/reset.ts'
import { isCitus, startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const mailServer = await startMailServer()
const federated = await startFederated(
  { acme: {} },
  {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'no-reply@acme.example',
    EMAIL_VERIFICATION: 'optional',
  },
)
const service = { ...federated, mailServer }
await ownWithoutTriggers(service)
const second = await startSecond(service, { PORT: '0' })
const { acme } = service.providers
const password = 'a password of the tests'
const newPassword = 'a password that is new'

/** How many accounts there are, and those of which something is missing, at one moment. */
const look = async () => {
  const [seen] = await many<{ users: number; halves: string[] }>(
    second.deps.db,
    sql`
      select count(*)::integer as users, coalesce(array_agg(users.id::text) filter (where
        emails.user_id is null
        or not exists (
          select from passwords where user_id = users.id
          union all
          select from identities where user_id = users.id
        )
        or not exists (select from events where user_id = users.id and type = 'user.registered')
        or verified_at is null and not exists (
          select from mail_links where user_id = users.id and kind = 'verification'
        )
      ), '{}') as halves
      from users
      left join emails on emails.user_id = users.id`,
  )
  return seen as { users: number; halves: string[] }
}

/** Does something again and again while `work` lasts, and once more. @returns what came of it each time */
const during = async <Result>(work: Promise<unknown>, act: () => Promise<Result>): Promise<Result[]> => {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  const results: Result[] = []
  while (!isOver) {
    results.push(await act())
    await sleep(randomInt(10))
  }
  return [...results, await act()]
}

const isLong = process.env.FAULTS === 'long'

/** Does something for each of so many new addresses, five at once, and looks meanwhile. */
const times = async (count: number, act: (email: string) => Promise<void>): Promise<void> => {
  const working = Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let made = 0; made < count / 5; made++) await act(newEmail())
    }),
  )
  const [seen] = await Promise.all([during(working, look), during(working, hurry), working])
  assert.deepEqual(new Set(seen.flatMap(({ halves }) => halves)), new Set())
  assert.ok(
    new Set(seen.map(({ users }) => users)).size > count / 2,
    'it was looked while accounts were made',
  )
}

/** What is put off by up to two seconds is done within some milliseconds instead. Citus takes no `random()` there. */
const hurry = async () => {
  await service.deps.db.run(sql`
    update outbox
    set due_at = now() + ${randomInt(20)} * interval '1 millisecond'
    where ended_at is null and attempts = 0 and due_at > now() + interval '20 milliseconds'`)
  await deliverDue(service.deps, channels)
}

/** The tokens of the links to set a password that were mailed, in any order: mails that leave together race. */
const resetLinks = async (email: string) => {
  const waiting = sql`select from outbox where recipient = ${email} and ended_at is null`
  // `hurry` delivers them. Over several servers, a request is gone some milliseconds before its mail is there
  for (let quiet = 0; quiet < (isCitus ? 10 : 1); await sleep(25))
    quiet = (await service.deps.db.run(waiting)).length > 0 ? 0 : quiet + 1
  const mails = mailServer.received.filter(({ to }) => to[0] === email)
  return mails.filter(({ subject }) => subject.includes('new password')).map(tokenIn)
}

/** That one of these links sets a password, and no other. */
const resetByOne = async (links: readonly string[]) => {
  const statuses: number[] = []
  for (const link of links) statuses.push((await reset(second, link, newPassword)).status)
  assert.deepEqual(statuses.sort(), [204, ...Array(links.length - 1).fill(401)])
}

// where two servers hold the halves of an account, one may be seen before the other
const mayBe = [200, 401, 429, ...(isCitus ? [503] : [])]

const passwordOf = (email: string) => ({ email, password })

/** That whoever was let in was let in to the whole of the account. */
const assertWhole = async (email: string, answers: readonly Answer[]) => {
  for (const { status, text, body } of answers) {
    assert.ok(mayBe.includes(status), text)
    if (status === 200)
      assert.equal((await get(second, '/users/me', body.accessToken.token)).body.email, email)
  }
}

test('nobody finds a half-made account, by password, by email or by code', async () => {
  await times(isLong ? 50 : 20, async (email) => {
    const registering = tryToRegister(service, passwordOf(email))
    const [made, signIns, asked, exchanged] = await Promise.all([
      registering,
      during(registering, () => signIn(second, passwordOf(email))),
      during(registering, () => forgot(second, email)),
      during(registering, () => exchange(second, oauthCodes.issue({ userId: randomUUID() }).token)),
    ])
    tokensOf(made, 201)
    await assertWhole(email, signIns)
    assert.equal(signIns.at(-1)?.status, 200)
    assert.ok(asked.every(({ status }) => status === 202))
    for (const answer of exchanged) assertRefused(answer, 401, 'invalid_credentials')

    const links = await resetLinks(email)
    assert.ok(links.length >= 1 && links.length <= 3)
    await resetByOne(links)
    tokensOf(await signIn(service, { email, password: newPassword }))
  })
})

test('a simultaneous registration and provider sign-in with one address end in one whole account', async () => {
  // as long as it takes to come from the provider, so that now the one is first and now the other
  let headStartMs = 100
  const registrations: Answer[] = []
  // so many that each comes first some times
  await times(50, async (email) => {
    const subject = randomUUID()
    acme.people.set(subject, { email, email_verified: true })
    const begunMs = performance.now()
    const coming = signInWith(service, 'acme', subject).then(({ code }) => {
      headStartMs = performance.now() - begunMs
      return exchange(second, code!)
    })
    const registering = sleep(Math.random() ** 2 * headStartMs).then(() =>
      tryToRegister(second, passwordOf(email)),
    )
    const both = Promise.all([coming, registering])
    const [[came, made], signIns] = await Promise.all([
      both,
      during(both, () => signIn(second, passwordOf(email))),
      sleep(Math.random() * headStartMs).then(() => forgot(service, email)),
    ])
    registrations.push(made)
    const { body: account } = await get(second, '/users/me', tokensOf(came).accessToken)
    assert.deepEqual([account.email, account.emailVerified], [email, true])
    // who did not prove the mailbox has no part in what is left
    for (const { status, body } of [made, ...signIns.filter(({ status }) => status === 200)])
      if (status !== 422)
        assertRefused(await get(service, '/users/me', body.accessToken.token), 401, 'unauthorized')
    assert.ok(signIns.every(({ status }) => mayBe.includes(status)))
    await forgot(service, email)
    await resetByOne(await resetLinks(email))
    const { accessToken } = tokensOf(await signIn(second, { email, password: newPassword }))
    assert.equal((await get(service, '/users/me', accessToken)).body.id, account.id)
  })
  assert.deepEqual(Object.keys(statusesOf(registrations)), ['201', '422'])
})

test('an empty, zero or partial value matches no stored code or token', async () => {
  const person = await register(service)
  const epoch = 0
  const code = await issueCode(service.deps, { userId: person.userId, epoch, methods: ['acme'] })
  const verification = tokenIn(await nextMail(service, person.email, 'Confirm'))
  await resetToken(service, person.email)
  for (const whole of [code, verification]) {
    const [prefix, raw] = [whole.slice(0, 6), Buffer.from(whole.slice(6), 'base64url')]
    const [owner, secret] = [raw.subarray(0, 16), raw.subarray(16)]
    const halves = [raw.subarray(0, 24), owner, secret, Buffer.concat([owner, Buffer.alloc(32)])]
    const spelled = halves.map((half) => prefix + half.toString('base64url'))
    for (const wrong of ['', '0', 'null', 'undefined', prefix, ...spelled]) {
      assertRefused(await exchange(service, wrong), 401, 'invalid_credentials')
      assertRefused(await post(service, '/auth/email/verify', { token: wrong }), 401, 'invalid_credentials')
    }
  }
  // a link that sets a password has no code: what is compared with nothing is not equal
  for (const wrong of ['', '0', 'null', '0000-0000']) {
    const proof = { email: person.email, code: wrong }
    assertRefused(await post(service, '/auth/email/verify', proof), 401, 'invalid_credentials')
  }
  tokensOf(await exchange(service, code))
  assert.equal((await post(service, '/auth/email/verify', { token: verification })).status, 204)
})

test('no row lacks the secret it is found by', async () => {
  const rows = await many<{ name: string }>(
    service.deps.db,
    sql`
      select table_name || '.' || column_name as name
      from information_schema.columns
      where table_schema = 'public' and is_nullable = 'YES' and column_name ~ 'digest|seed|phc|pepper|secret'
        and data_type not like 'timestamp%'
      order by name`,
  )
  // a link without a code, a code that has yet to be mailed, and a sign-in whose browser has yet to come: none is found by
  // what it lacks
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['mail_links.code_digest', 'mailed_codes.code_digest', 'oauth_transactions.browser_digest'],
  )
})

test('an address reserved for an unfinished account is refused for now, and lets nobody search for its owner', async () => {
  const [email, subject] = [newEmail(), randomUUID()]
  acme.people.set(subject, { email, email_verified: true })
  const half = sql`insert into email_owners (canonical, user_id) values (${email}, ${randomUUID()})`
  await service.deps.db.run(half)
  await assert.rejects(tryToInvite(service, email), { status: 503 })
  assert.equal((await signInWith(service, 'acme', subject)).error, 'temporarily_unavailable')
  assertFieldErrors(await tryToRegister(service, passwordOf(email)), { email: 'database.unique' })
  const signedIn = await signIn(service, passwordOf(email))
  if (isCitus) assertRefused(signedIn, 503, 'unavailable')
  else assertRefused(signedIn, 401, 'invalid_credentials')
  await service.deps.db.run(sql`delete from email_owners where canonical = ${email}`)
  tokensOf(await tryToRegister(service, passwordOf(email)), 201)
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
