import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { closeExpired } from '../../src/accounts/users/queries/invitations.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { subjectIn } from '../support/browser.ts'
import { hashesOf } from '../support/hashes.ts'
import { post, send } from '../support/http.ts'
import { accept, inviteTo, tryToInvite } from '../support/invitation.ts'
import { linkIn, mailsTo, startMailing } from '../support/mailing.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { openPage } from '../support/pages.ts'
import { newEmail, signIn } from '../support/people.ts'
import { assertOnce, raceComingBack } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { dumpRows, dumpStillRows } from '../support/rows.ts'
import { isPostgres, startSecond } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startMailing({ REGISTRATION: 'closed' })
await ownWithoutTriggers(service)
const nodes = [service, await startSecond(service)]
const password = 'a password of the tests'
const path = '/account/accept-invitation'
const form = 'application/x-www-form-urlencoded'
const headers = { 'content-type': form, 'sec-fetch-site': 'same-origin' }

/** What a browser that opened the link keeps of it. */
const cookieOf = async (link: URL) => {
  const opened = await send(service, 'GET', link.pathname + link.search)
  const [cookie = ''] = opened.headers.getSetCookie().map((line) => line.split(';')[0])
  assert.match(cookie, /=sp_in_/)
  return cookie
}

const filled = (chosen: string, more: { subject?: string } = {}) =>
  new URLSearchParams({ password: chosen, passwordConfirmation: chosen, ...more }).toString()

test('a single invitation sets one password, even ten times at the same moment', async () => {
  const email = newEmail()
  const { link } = await inviteTo(service, email)
  const cookie = await cookieOf(link)
  const subject = subjectIn((await send(service, 'GET', path, { headers: { cookie } })).text)
  const passwordOf = (index: number) => `the new password ${index}`
  const before = hashesOf(...nodes)
  const answers = await raceComingBack(nodes, 10, (index) => {
    const own = { 'Content-Type': form, 'Sec-Fetch-Site': 'same-origin', Cookie: cookie }
    return { path, headers: own, body: filled(passwordOf(index), subject) }
  })
  assertOnce(answers, 200)
  assert.ok(hashesOf(...nodes) - before <= nodes.length)
  for (const [index, { status }] of answers.entries()) {
    const answer = await signIn(service, { email, password: passwordOf(index) })
    assert.equal(answer.status, status === 200 ? 200 : 401)
  }
})

test('inviting an address ten times at the same moment makes one account, and one link', async () => {
  const email = newEmail()
  const invited = await Promise.all(
    Array.from({ length: 10 }, (_, index) => tryToInvite(nodes[index % 2] ?? service, email)),
  )
  assert.equal(new Set(invited.flatMap((one) => one?.userId ?? [])).size, 1)
  const owners = sql`select from emails where canonical = ${email}`
  assert.equal((await service.deps.db.run(owners)).length, 1)
  const links = (await mailsTo(service, email)).map(linkIn)
  const statuses = await Promise.all(links.map(async (link) => (await openPage(service, link)).status))
  assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
})

test('only an invitation opens an invited account, and it works nowhere else', async () => {
  const email = newEmail()
  const { link } = await inviteTo(service, email)
  const token = String(link.searchParams.get('token'))
  const [name = ''] = (await cookieOf(link)).split('=')
  const wrong = async (given: string) => {
    const opened = await send(service, 'GET', `${path}?${new URLSearchParams({ token: given })}`)
    assert.equal(opened.status, 401, given)
    const cookie = `${name}=${given}`
    const answer = await send(service, 'POST', path, {
      headers: { ...headers, cookie },
      body: filled(password),
    })
    assert.equal(answer.status, 401, given)
  }
  const raw = Buffer.from(token.slice(6), 'base64url')
  const changed = Buffer.from(raw)
  changed[47] = changed[47]! ^ 1
  for (const given of ['', '0', 'sp_in_', `sp_in_${changed.toString('base64url')}`, ` ${token}`, `${token}=`])
    await wrong(given)
  const ofAnother = await resetToken(service, email)
  for (const given of [ofAnother, ofAnother.replace('sp_pr_', 'sp_in_')]) await wrong(given)
  for (const prefix of ['sp_in_', 'sp_pr_', 'sp_ev_', 'sp_ec_', 'sp_eu_', 'sp_tr_']) {
    const given = prefix + token.slice(6)
    assertRefused(await reset(service, given, password), 401, 'invalid_credentials')
    const proof = { token: given }
    assertRefused(await post(service, '/auth/email/verify', proof), 401, 'invalid_credentials')
    assertRefused(await post(service, '/auth/email/undo', proof), 401, 'invalid_credentials')
  }
  assert.equal((await accept(service, link, password)).status, 200)
})

test('the link appears in no row and no log line after sending, and opening its page changes nothing', async () => {
  const { link } = await inviteTo(service, newEmail())
  const token = String(link.searchParams.get('token'))
  const before = await dumpStillRows(service)
  for (const method of ['GET', 'HEAD', 'GET'] as const) await openPage(service, link, method)
  assert.equal(await dumpStillRows(service), before)
  assert.ok(!(await dumpRows(service)).includes(token))
  assert.ok(!service.logs.some((line) => line.includes(token.slice(6))))
  assert.equal((await accept(service, link, password)).status, 200)
})

test('another site’s form cannot accept an invitation', async () => {
  const { link } = await inviteTo(service, newEmail())
  const foreign = { ...headers, 'sec-fetch-site': 'cross-site', cookie: await cookieOf(link) }
  const answer = await send(service, 'POST', path, { headers: foreign, body: filled(password) })
  assert.equal(answer.status, 403)
  assert.equal((await accept(service, link, password)).status, 200)
})

test('an invitation is over once its mailbox was proven in another way', async () => {
  const email = newEmail()
  const { link } = await inviteTo(service, email)
  const token = await resetToken(service, email)
  assert.equal((await reset(service, token, password)).status, 204)
  assert.equal((await openPage(service, link)).status, 401)
  assert.equal((await signIn(service, { email, password })).status, 200)
})

test('an invitation works for 72 hours, and an account that has no owner by then is removed', async () => {
  const [early, late] = [newEmail(), newEmail()]
  const [one, other] = [await inviteTo(service, early), await inviteTo(service, late)]
  await shiftRows(service, 72 * 3_600 - 60)
  assert.equal((await accept(service, one.link, password)).status, 200)
  await shiftRows(service, 61)
  assert.equal((await openPage(service, other.link)).status, 401)
  for (let run = 0; run < 2; run++) await runJobs(service.deps, jobs)
  const left = await service.deps.db.run<{ canonical: string }>(sql`
    select canonical from emails where canonical in (${early}, ${late})`)
  assert.deepEqual(
    left.map(({ canonical }) => canonical),
    [early],
  )
})

test('a link that outlives its invitation opens nothing', async () => {
  const email = newEmail()
  const { userId, link } = await inviteTo(service, email)
  const { db } = service.deps
  // as a job does at the end of its time, while somebody presses the button
  await db.run(
    sql`update invitations set expires_at = now() - interval '1 millisecond' where user_id = ${userId}`,
  )
  await closeExpired(db, 100)
  assert.equal((await accept(service, link, password)).status, 401)
  assertRefused(await signIn(service, { email, password }), 401, 'invalid_credentials')
})

test('the job that ends invitations skips one that is being accepted', {
  skip: !isPostgres,
}, async () => {
  const email = newEmail()
  const { userId } = await inviteTo(service, email)
  const { db } = service.deps
  // the job of another process may run at any moment: the row is locked before it expires
  await db.run(sql`update invitations set expires_at = now() + interval '1 second' where user_id = ${userId}`)
  await db.transaction(async (runner) => {
    const own = sql`select from invitations where user_id = ${userId} for update`
    assert.equal((await runner.run(own)).length, 1)
    await setTimeout(1_000)
    await closeExpired(db, 100)
    assert.equal((await runner.run(own)).length, 1)
  })
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
