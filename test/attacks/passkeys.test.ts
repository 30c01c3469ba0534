import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type Ceremony, newChallenge } from '../../src/credentials/passkeys/challenge.ts'
import {
  type Attested,
  newPasskey,
  type Oddities,
  type SoftwarePasskey,
} from '../../src/test-mode/authenticator.ts'
import { changeEmail, registerProven, undo, verify } from '../support/address-change.ts'
import { feedAll } from '../support/feed.ts'
import { get, post, send } from '../support/http.ts'
import { nextMail, publicUrl, startMailing, tokenIn } from '../support/mailing.ts'
import { overtakenBefore } from '../support/overtaken.ts'
import {
  addPasskey,
  askFor,
  beginPasskey,
  confirmPasskey,
  newOwnPasskey,
  passkeysOf,
  sendAssertion,
  signInBy,
} from '../support/passkeys.ts'
import { type Person, register, signIn, tokensOf } from '../support/people.ts'
import { alongCode, prove } from '../support/proof.ts'
import { assertOnce, race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { countRows } from '../support/rows.ts'
import { challengeFor, enrol, settingsOf } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { pass, removesAt, waitingReset } from '../support/two-factor-reset.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing({ TRUSTED_PROXIES: 'loopback' })
const second = await startSecond(service)

const sessionsOf = async ({ userId }: { userId: string }): Promise<number> =>
  (await many(service.deps.db, sql`select from sessions where user_id = ${userId}`)).length

const eventsOf = async ({ userId }: { userId: string }) =>
  (await many<{ type: string }>(service.deps.db, sql`select type from events where user_id = ${userId}`)).map(
    ({ type }) => type,
  )

/** An answer that nobody can tell from that to any other wrong assertion, and no session. */
const assertUseless = async (person: Person, credential: object, why: string) => {
  const before = await sessionsOf(person)
  const answer = await sendAssertion(service, credential)
  assertRefused(answer, 401, 'invalid_credentials')
  assert.equal(answer.body.message, 'These credentials are not valid.', why)
  assert.equal(await sessionsOf(person), before, why)
}

const secondStep = (challenge: string, credential: object, at = service) =>
  post(at, '/auth/token', { grant_type: 'two_factor', challenge, method: 'passkey', credential })

const asksFor = (challenge: string) => ({
  publicKey: { ...asked, challenge },
})
const asked = {
  rpId: 'accounts.example.com',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}

test('a wrong assertion opens nothing, and all refusals look alike', async () => {
  const person = await register(service)
  const stranger = await register(service)
  const { passkey } = await addPasskey(service, person)
  const odd: Record<string, Oddities> = {
    'another site': { origin: 'https://accounts.example.com.evil.example' },
    'a page of a subdomain': { origin: 'https://www.accounts.example.com' },
    'plain http': { origin: 'http://accounts.example.com' },
    'another port': { origin: 'https://accounts.example.com:8443' },
    'another RP': { rpId: 'example.com' },
    'a frame of another site': { crossOrigin: true },
    'what a creation signs': { type: 'webauthn.create' },
    'nobody present': { isPresent: false },
    'nobody verified': { isVerified: false },
    'no longer eligible for a backup': { isBackupEligible: false },
    'no user': { userHandle: null },
    'another user': {
      userHandle: Buffer.from(stranger.userId.replaceAll('-', ''), 'hex').toString('base64url'),
    },
    'a user that nobody is': { userHandle: Buffer.alloc(16, 7).toString('base64url') },
    'a handle of 15 bytes': { userHandle: Buffer.alloc(15).toString('base64url') },
    'a challenge of its own making': { challenge: Buffer.alloc(57, 7).toString('base64url') },
    'no challenge': { challenge: '' },
  }
  for (const [why, oddities] of Object.entries(odd))
    await assertUseless(person, passkey.get(await askFor(service), oddities), why)
  const other = newOwnPasskey()
  other.create(await beginPasskey(service, person))
  await assertUseless(person, other.get(await askFor(service)), 'a passkey that was never added')
  const forged = { ...other.get(await askFor(service)), id: passkey.id, rawId: passkey.id }
  await assertUseless(person, forged, 'the signature of another key')
  tokensOf(await signInBy(service, passkey))
})

test('a challenge is valid for one purpose, one party, and some minutes', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  const { accessToken } = tokensOf(await signInBy(service, passkey))
  const challenge = await challengeFor(service, person)
  const another = await challengeFor(service, person)
  const ofStep = (await askFor(service, { challenge })).publicKey.challenge
  const ofProof = (await askFor(service, { purpose: 'proof' }, { token: accessToken })).publicKey.challenge
  const begin = async () => beginPasskey(service, person, await proofBy(passkey, person))
  const ofEnrolment = (await begin()).publicKey.challenge
  const ofSignIn = (await askFor(service)).publicKey.challenge
  for (const wrong of [ofStep, ofProof, ofEnrolment])
    await assertUseless(person, passkey.get(asksFor(wrong)), 'made for something else')
  for (const wrong of [
    ofSignIn,
    ofProof,
    ofEnrolment,
    (await askFor(service, { challenge: another })).publicKey.challenge,
  ])
    assertRefused(await secondStep(challenge, passkey.get(asksFor(wrong))), 401, 'invalid_credentials')
  for (const wrong of [ofSignIn, ofStep, ofEnrolment, ofProof]) {
    const credential = passkey.get(asksFor(wrong))
    assertRefused(await prove(service, person, { method: 'passkey', credential }), 401, 'invalid_credentials')
  }
  for (const wrong of [ofSignIn, ofStep, ofProof]) {
    const begun = await begin()
    const made = newOwnPasskey().create({ publicKey: { ...begun.publicKey, challenge: wrong } })
    assertRefused(await confirmPasskey(service, person, made), 400, 'not_started')
  }
  const past = (ceremony: Ceremony) => {
    const { challenge: made } = newChallenge(service.deps.keys, ceremony, {
      nowMs: Date.now() - 301_000,
      seconds: 300,
    })
    return made
  }
  await assertUseless(person, passkey.get(asksFor(past({ purpose: 'sign-in' }))), 'expired')
  tokensOf(await signInBy(service, passkey))
})

const proofBy = async (passkey: SoftwarePasskey, { accessToken: token }: Pick<Person, 'accessToken'>) => ({
  method: 'passkey',
  credential: passkey.get(await askFor(service, { purpose: 'proof' }, { token })),
})

test('a new passkey is accepted only in the session that requested it', async () => {
  const person = await register(service)
  const begun = await beginPasskey(service, person)
  const other = { ...person, ...tokensOf(await signIn(service, person)) }
  const stranger = await register(service)
  for (const each of [other, stranger]) {
    const made = newOwnPasskey().create(begun)
    const answer = await send(service, 'PUT', passkeysOf(each), {
      token: each.accessToken,
      body: { credential: made },
    })
    assertRefused(answer, 400, 'not_started')
  }
  const expired = newChallenge(
    service.deps.keys,
    { purpose: 'enrolment', of: await partyOf(person), epoch: await epochOf(person) },
    { nowMs: Date.now() - 301_000, seconds: 300 },
  ).challenge
  const late = newOwnPasskey().create({ publicKey: { ...begun.publicKey, challenge: expired } })
  assertRefused(await confirmPasskey(service, person, late), 400, 'not_started')
  const odd: Oddities[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.get' },
    { crossOrigin: true },
    { isVerified: false },
    { isPresent: false },
  ]
  for (const oddities of odd)
    assertRefused(
      await confirmPasskey(service, person, newOwnPasskey().create(begun, oddities)),
      400,
      'passkey_refused',
    )
  assert.equal((await confirmPasskey(service, person, newOwnPasskey().create(begun))).status, 201)
  assertRefused(await confirmPasskey(service, person, newOwnPasskey().create(begun)), 400, 'not_started')
})

const epochOf = async ({ userId }: Person): Promise<number> => {
  const [user] = await many<{ epoch: number }>(
    service.deps.db,
    sql`select epoch from users where id = ${userId}`,
  )
  return user!.epoch
}

const partyOf = async ({ userId, accessToken }: Person) => {
  const { body } = await get(service, `/users/${userId}/sessions`, accessToken)
  return { userId, sessionId: body.find(({ current }: { current: boolean }) => current).id }
}

test('unrequested algorithms are refused, and unrequested attestations ignored', async () => {
  const person = await register(service)
  const attested: Attested[] = [
    { format: 'packed', certificates: [randomBytes(4_000)] },
    { format: 'packed', certificates: [Buffer.from('a certificate')] },
    { format: 'fido-u2f', certificates: [Buffer.from('a certificate')] },
    { format: 'apple', certificates: [Buffer.from('a certificate')] },
    { format: 'android-key', certificates: [Buffer.from('a certificate')] },
    { format: 'tpm' },
    { format: 'a format that nobody knows' },
    { format: 'packed' },
  ]
  for (const each of attested) {
    const made = newPasskey({ origin: publicUrl, attested: each })
    const answer = await confirmPasskey(service, person, made.create(await beginPasskey(service, person)))
    assert.equal(answer.status, 201, `${each.format}: ${answer.text}`)
    tokensOf(await signInBy(service, made))
  }
  const other = { key: generateKeyPairSync('ec', { namedCurve: 'P-384' }), algorithm: -35 }
  const made = newPasskey({ origin: publicUrl, attested: other })
  const refused = await confirmPasskey(service, person, made.create(await beginPasskey(service, person)))
  assertRefused(refused, 400, 'passkey_refused')
  const long = newPasskey({ origin: publicUrl, idBytes: 1_024 })
  const answer = await confirmPasskey(service, person, long.create(await beginPasskey(service, person)))
  assertRefused(answer, 400, 'passkey_refused')
})

test('after a password, only a second factor of that account is accepted', async () => {
  const person = await register(service)
  const stranger = await register(service)
  const { passkey: key } = await addPasskey(service, person, { asSecondFactor: true })
  const { passkey: other } = await addPasskey(service, person, { along: await proofBy(key, person) })
  const challenge = await challengeFor(service, person)
  const answer = async (passkey: SoftwarePasskey, oddities: Oddities = {}) =>
    secondStep(challenge, passkey.get(await askFor(service, { challenge }), oddities))
  assertRefused(await answer(other), 401, 'invalid_credentials')
  const userHandle = Buffer.from(stranger.userId.replaceAll('-', ''), 'hex').toString('base64url')
  assertRefused(await answer(key, { userHandle }), 401, 'invalid_credentials')
  tokensOf(await answer(key, { userHandle: null }))
})

test('a key with a retired algorithm opens nothing', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  await service.deps.db.run(sql`update passkeys set algorithm = -35 where user_id = ${person.userId}`)
  await assertUseless(person, passkey.get(await askFor(service)), 'its algorithm')
})

test('a passkey that moves into a cloud keeps working, and one that leaves it is refused, with a notice', async () => {
  const person = await register(service)
  const bound = newPasskey({ origin: publicUrl, isBackupEligible: false })
  const added = await confirmPasskey(service, person, bound.create(await beginPasskey(service, person)))
  assert.equal(added.status, 201, added.text)
  for (const isBackupEligible of [false, true, true])
    tokensOf(await sendAssertion(service, bound.get(await askFor(service), { isBackupEligible })))
  assert.equal((await eventsOf(person)).filter((type) => type === 'passkey.synced').length, 1)
  const back = bound.get(await askFor(service), { isBackupEligible: false })
  for (let n = 0; n < 2; n++) assertRefused(await sendAssertion(service, back), 401, 'invalid_credentials')
  assert.equal((await eventsOf(person)).filter((type) => type === 'passkey.refused').length, 1)
  assert.match(service.logs.join(''), /a passkey was refused, because it no longer says/)
})

test('fifty identical assertions at the same moment on two processes open one session', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  const before = await sessionsOf(person)
  const credential = passkey.get(await askFor(service))
  const body = { grant_type: 'passkey', credential }
  const answers = await race([service, second], 50, () => ({ path: '/auth/token', body }))
  assertOnce(answers, 200)
  assert.equal(await sessionsOf(person), before + 1)
  await assertUseless(person, credential, 'replayed')
})

test('fifty identical answers to a second step open one session, and renew a proof once', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  const challenge = await challengeFor(service, person)
  const credential = passkey.get(await askFor(service, { challenge }))
  const body = { grant_type: 'two_factor', challenge, method: 'passkey', credential }
  const answers = await race([service, second], 50, () => ({ path: '/auth/token', body }))
  assert.equal(statusesOf(answers)[200], 1)
  assert.equal(await sessionsOf(person), 2)
  const proof = await proofBy(passkey, person)
  const proofs = await race([service, second], 20, () => ({
    path: '/auth/proof',
    body: proof,
    token: person.accessToken,
  }))
  assert.deepEqual(statusesOf(proofs), { 204: 1, 401: 19 })
})

test('a passkey removed while in use is not reported as cloned', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await register(service)
    const { passkey, added } = await addPasskey(service, person)
    const proofs = await Promise.all(Array.from({ length: 12 }, () => proofBy(passkey, person)))
    await race([service, second], 13, (index) =>
      index === 6
        ? { method: 'DELETE', path: `${passkeysOf(person)}/${added.id}`, token: person.accessToken }
        : { path: '/auth/proof', body: proofs.pop(), token: person.accessToken },
    )
    assert.ok(!(await eventsOf(person)).includes('passkey.cloned'))
  }
})

test('a session that ends during its passkey proof spends nothing, and keeps no factor from its removal', async () => {
  const person = await enrol(service, await registerProven(service))
  const { passkey } = await addPasskey(service, person, { along: alongCode(person) })
  await waitingReset(service, person)
  const changed = async () => {
    const { passkey_challenges: spent, two_factor_resets: waiting } = await countRows(service)
    return { spent, waiting }
  }
  const before = await changed()
  const proof = await proofBy(passkey, person)
  const overtaken = await overtakenBefore(service, () =>
    post(service, '/auth/logout', undefined, { token: person.accessToken }),
  )
  assertRefused(await prove(overtaken, person, proof), 401, 'unauthorized')
  assert.deepEqual(await changed(), before)
})

test('fifty identical new passkeys at the same moment are one', async () => {
  const person = await register(service)
  const credential = newOwnPasskey().create(await beginPasskey(service, person))
  const answers = await race([service, second], 50, () => ({
    method: 'PUT',
    path: passkeysOf(person),
    body: { credential },
    token: person.accessToken,
  }))
  assert.equal(statusesOf(answers)[201], 1)
  assert.equal((await get(service, passkeysOf(person), person.accessToken)).body.length, 1)
})

test('of two last ways in removed at the same moment, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await register(service)
    const ids = [(await addPasskey(service, person)).added.id, (await addPasskey(service, person)).added.id]
    await service.deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)
    const answers = await race([service, second], 2, (index) => ({
      method: 'DELETE',
      path: `${passkeysOf(person)}/${ids[index]}`,
      token: person.accessToken,
    }))
    assert.deepEqual(statusesOf(answers), { 204: 1, 409: 1 })
  }
})

test('a counter that does not grow is refused, recorded and mailed, and the genuine key still works', async () => {
  const person = await registerProven(service)
  const { passkey } = await addPasskey(service, person, { passkey: newOwnPasskey({ counts: true }) })
  tokensOf(await signInBy(service, passkey, { count: 7 }))
  for (const count of [7, 3, 0]) {
    const credential = passkey.get(await askFor(service), { count })
    await assertUseless(person, credential, `count ${count}`)
    await assertUseless(person, credential, 'the same again')
  }
  const told = (await eventsOf(person)).filter((type) => type === 'passkey.cloned')
  assert.equal(told.length, 3, 'once for each challenge')
  await feedAll(service.deps)
  const { text } = await nextMail(service, person.email, 'A passkey was refused')
  assert.match(text, /a passkey of your account that seems/)
  tokensOf(await signInBy(service, passkey, { count: 8 }))
})

test('a planted passkey dies when the account is claimed', async () => {
  for (const asSecondFactor of [false, true]) {
    const planted = await register(service)
    const { passkey } = await addPasskey(service, planted, { asSecondFactor })
    const token = await resetToken(service, planted.email)
    assert.equal((await reset(service, token, 'a password of the owner')).status, 204)
    assertRefused(await signInBy(service, passkey), 401, 'invalid_credentials')
    tokensOf(await signIn(service, { email: planted.email, password: 'a password of the owner' }))
  }
})

test('a planted passkey dies with the first new password after the mailbox was proven', async () => {
  for (const asSecondFactor of [false, true]) {
    const planted = await register(service)
    const { passkey } = await addPasskey(service, planted, { asSecondFactor })
    // the owner takes the mail for a real one
    const confirmed = await verify(service, tokenIn(await nextMail(service, planted.email, 'Confirm')))
    assert.equal(confirmed.status, 204, confirmed.text)
    const along = await proofBy(passkey, planted)
    const { passkey: later } = await addPasskey(service, planted, { along })
    const token = await resetToken(service, planted.email)
    assert.equal((await reset(service, token, 'a password of the owner')).status, 204)
    assertRefused(await signInBy(service, passkey), 401, 'invalid_credentials')
    tokensOf(await signInBy(service, later))
    const { status, body } = await signIn(service, { ...planted, password: 'a password of the owner' })
    assert.deepEqual(
      [status, body.methods],
      asSecondFactor ? [403, ['passkey', 'backup_code']] : [200, undefined],
    )
  }
})

test('a passkey begun before an undo cannot be added after it', async () => {
  const person = await registerProven(service)
  const { undoToken } = await changeEmail(service, person)
  const begun = await beginPasskey(service, person)
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(await confirmPasskey(service, person, newOwnPasskey().create(begun)), 400, 'not_started')
})

test('a planted passkey dies when a change of the address is undone', async () => {
  for (const asSecondFactor of [false, true]) {
    const earlier = await registerProven(service)
    const { passkey: own, added } = await addPasskey(service, earlier)
    // what the session of the change has made would go, too
    await shiftRows(service, 60)
    const person = { ...earlier, ...tokensOf(await signIn(service, earlier)) }
    const { undoToken } = await changeEmail(service, person)
    const along = await proofBy(own, person)
    const { passkey: planted } = await addPasskey(service, person, { asSecondFactor, along })
    if (asSecondFactor) {
      const path = `${passkeysOf(person)}/${added.id}`
      const marked = await send(service, 'PATCH', path, {
        token: person.accessToken,
        body: { asSecondFactor, ...(await proofBy(planted, person)) },
      })
      assert.equal(marked.status, 200, marked.text)
    }
    assert.equal((await undo(service, undoToken)).status, 204)
    assertRefused(await signInBy(service, planted), 401, 'invalid_credentials')
    tokensOf(await signInBy(service, own))
    tokensOf(await signIn(service, person))
  }
})

test('an undo takes no account’s second factor away, and leaves no stranger’s passkey that opens it', async () => {
  const person = await enrol(service, await registerProven(service))
  const { undoToken } = await changeEmail(service, await proven(person))
  // a thief with both factors changes the second one for their own
  const off = { method: 'backup_code', code: person.backup.pop() }
  const token = person.accessToken
  assert.equal((await send(service, 'DELETE', settingsOf(person), { token, body: off })).status, 204)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  tokensOf(await signInBy(service, passkey))
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(await signInBy(service, passkey), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', token), 401, 'unauthorized')
  const refused = await signIn(service, person)
  assert.deepEqual([refused.status, refused.body.methods], [403, ['passkey']])
})

test('an undo removes a planted second factor beside an older one', async () => {
  const registered = await registerProven(service)
  const { passkey: own } = await addPasskey(service, registered, { asSecondFactor: true })
  await shiftRows(service, 60)
  const owner = { ...registered, ...tokensOf(await signInBy(service, own)) }
  await prove(service, owner, await proofBy(own, owner))
  const { undoToken } = await changeEmail(service, owner)
  const along = await proofBy(own, owner)
  const { passkey: planted } = await addPasskey(service, owner, { asSecondFactor: true, along })
  const started = await post(service, `/users/${owner.userId}/authenticators`, await proofBy(own, owner), {
    token: owner.accessToken,
  })
  assert.equal(started.status, 201, started.text)
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(await signInBy(service, planted), 401, 'invalid_credentials')
  tokensOf(await signInBy(service, own))
})

/** After the second factor was proven once more. */
const proven = async <Owner extends Person & { backup: string[] }>(person: Owner): Promise<Owner> => {
  const answer = await prove(service, person, { method: 'backup_code', code: person.backup.pop() })
  assert.equal(answer.status, 204, answer.text)
  return person
}

test('the reset of a lost second factor removes every passkey, and signing in by one stops it', async () => {
  const person = await enrol(service, await registerProven(service))
  const { passkey } = await addPasskey(service, person, { along: alongCode(person) })
  const { passkey: key } = await addPasskey(service, person, {
    asSecondFactor: true,
    along: alongCode(person),
  })
  await waitingReset(service, person)
  const signedIn = tokensOf(await signInBy(service, passkey))
  assert.equal(await removesAt(service, { ...person, ...signedIn }), null)
  assert.ok(!(await eventsOf(person)).includes('two_factor.disabled'))
  await waitingReset(service, person)
  for (const hours of [24, 24, 24, 1]) await pass(service, hours)
  assert.ok((await eventsOf(person)).includes('two_factor.disabled'))
  for (const each of [passkey, key]) assertRefused(await signInBy(service, each), 401, 'invalid_credentials')
  tokensOf(await signIn(service, person))
})

test('turning two-factor off removes a planted second factor', async () => {
  const person = await enrol(service, await register(service))
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true, along: alongCode(person) })
  const body = { method: 'backup_code', code: person.backup.pop() }
  const off = await send(service, 'DELETE', settingsOf(person), { token: person.accessToken, body })
  assert.equal(off.status, 204, off.text)
  assertRefused(await signInBy(service, passkey), 401, 'invalid_credentials')
})

test('a new password from the mailbox does not remove the second factor', async () => {
  const person = await registerProven(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  await service.deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)
  assert.equal(
    (await reset(service, await resetToken(service, person.email), 'another password')).status,
    204,
  )
  const challenge = await challengeFor(service, { ...person, password: 'another password' })
  tokensOf(await secondStep(challenge, passkey.get(await askFor(service, { challenge }))))
})

test('a disabled account answers like an unknown one', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  await service.deps.db.run(sql`update users set disabled_at = now() where id = ${person.userId}`)
  await assertUseless(person, passkey.get(await askFor(service)), 'disabled')
  const strict = await startVariant(service, { config: { emailVerification: 'required' } })
  assertRefused(await signInBy(strict, passkey), 401, 'invalid_credentials')
})

test('nobody signs in by a passkey before a required confirmation of the address', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  const strict = await startVariant(service, { config: { emailVerification: 'required' } })
  assertRefused(await signInBy(strict, passkey), 403, 'email_unverified')
  assert.equal(await sessionsOf(person), 1)
})

test('failures count by address, and make no owner wait', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  const strict = await startVariant(service, { config: { failuresPerAddress: 3 } })
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  const trySignIn = async (address: string, oddities: Oddities = {}) => {
    const credential = passkey.get(await askFor(service), oddities)
    return post(strict, '/auth/token', { grant_type: 'passkey', credential }, from(address))
  }
  for (let times = 0; times < 5; times++) tokensOf(await trySignIn('203.0.113.1'))
  for (let times = 0; times < 3; times++)
    assertRefused(
      await trySignIn('203.0.113.1', { origin: 'https://evil.example' }),
      401,
      'invalid_credentials',
    )
  assertRefused(await trySignIn('203.0.113.1'), 429, 'too_many_attempts')
  tokensOf(await trySignIn('203.0.113.2'))
})

test('five wrong answers use up a challenge, and wrong codes make no passkey wait', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  const wrongCode = (challenge: string) =>
    post(service, '/auth/token', { grant_type: 'two_factor', challenge, method: 'totp', code: '000000' })
  const guessed = await challengeFor(service, person)
  for (let times = 0; times < 5; times++) await wrongCode(guessed)
  const locked = await challengeFor(service, person)
  assertRefused(await wrongCode(locked), 429, 'too_many_attempts')
  tokensOf(await secondStep(locked, passkey.get(await askFor(service, { challenge: locked }))))
  const challenge = await challengeFor(service, person)
  const wrong = async () =>
    secondStep(
      challenge,
      passkey.get(await askFor(service, { challenge }), { origin: 'https://evil.example' }),
    )
  const right = passkey.get(await askFor(service, { challenge }))
  for (let times = 0; times < 5; times++) assertRefused(await wrong(), 401, 'invalid_credentials')
  assertRefused(await secondStep(challenge, right), 401, 'invalid_challenge')
})

test('a stolen access token uses up none of the owner’s renewals of backup codes', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  const { accessToken: token } = person
  const renew = (body: object, from: object = {}) =>
    post(service, `${settingsOf(person)}/backup-codes`, body, { token, ...from })
  const elsewhere = { headers: { 'x-forwarded-for': '203.0.113.77' } }
  const byPasskey = { method: 'passkey', credential: newOwnPasskey().get(await askFor(service)) }
  const byCode = { method: 'backup_code', code: 'AAAA-AAAA-AAAA-AAAA' }
  for (let times = 0; times < 20; times++) {
    assertRefused(await renew(byPasskey, elsewhere), 401, 'invalid_credentials')
    const guessed = await renew(byCode, elsewhere)
    assert.match(`${guessed.status} ${guessed.body.code}`, /^(401 wrong_code|429 too_many_attempts)$/)
  }
  // wrong codes make no passkey wait
  const asked = await askFor(service, { purpose: 'proof' }, { token })
  const renewed = await renew({ method: 'passkey', credential: passkey.get(asked) })
  assert.equal(renewed.status, 200, renewed.text)
})
