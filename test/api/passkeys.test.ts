import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post, send } from '../support/http.ts'
import { publicUrl, startMailing } from '../support/mailing.ts'
import {
  addPasskey,
  askFor,
  beginPasskey,
  confirmPasskey,
  newOwnPasskey,
  passkeysOf,
  proofBy,
  sendAssertion,
  signInBy,
} from '../support/passkeys.ts'
import { type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { alongCode, prove } from '../support/proof.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { challengeFor, enrol, settingsOf } from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing()

const listOf = async (person: Person, accessToken = person.accessToken) =>
  (await get(service, passkeysOf(person), accessToken)).body

const change = (person: Person, id: string, body: object, token = person.accessToken) =>
  send(service, 'PATCH', `${passkeysOf(person)}/${id}`, { token, body })

const remove = (person: Person, id: string, body?: object) =>
  send(service, 'DELETE', `${passkeysOf(person)}/${id}`, { token: person.accessToken, body })

const twoFactorOf = async (person: Person, token = person.accessToken) =>
  (await get(service, settingsOf(person), token)).body

/** As an account is that somebody made with a provider: a passkey, and no password. */
const withoutPassword = async (person: Person) => {
  await service.deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)
}

/** Some time after they signed in. */
const later = async (person: Person): Promise<Person> => {
  await shiftRows(service, 16 * 60)
  return { ...person, ...tokensOf(await refresh(service, person.refreshToken)) }
}

/** Behind a password, a passkey answers the challenge of the second step. */
const secondStep = (challenge: string, credential: object) =>
  post(service, '/auth/token', { grant_type: 'two_factor', challenge, method: 'passkey', credential })

test('a passkey is called what its authenticator says it is, until its owner chooses a name', async () => {
  const person = await register(service)
  const aaguid = 'd548826e79b4db40a3d811116f7e8349'
  const passkey = newOwnPasskey({ aaguid })
  const { added } = await addPasskey(service, person, { passkey })
  assert.equal(added.name, 'Bitwarden')
  const other = newOwnPasskey({ aaguid })
  const made = other.create(await beginPasskey(service, person))
  const { body } = await confirmPasskey(service, person, made, 'Work')
  assert.equal(body.passkey.name, 'Work')
})

test('browsers are told which passkeys are left, and the present address', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  const removed = await addPasskey(service, person)
  assert.equal((await remove(person, removed.added.id)).status, 204)
  const signals = await get(service, `${passkeysOf(person)}/signals`, person.accessToken)
  assert.deepEqual(signals.body, {
    rpId: new URL(publicUrl).hostname,
    userId: (await beginPasskey(service, person)).publicKey.user.id,
    allAcceptedCredentialIds: [passkey.id],
    name: person.email,
    displayName: person.email,
  })
  const other = await register(service)
  assertRefused(await get(service, `${passkeysOf(person)}/signals`, other.accessToken), 404, 'not_found')
})

test('a passkey signs in on its own, and its owner sees when', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person)
  assert.deepEqual(
    { ...added, id: '', createdAt: '' },
    {
      id: '',
      name: 'Passkey',
      createdAt: '',
      lastUsedAt: null,
      isSynced: true,
      asSecondFactor: false,
      transports: ['internal'],
    },
  )
  const { accessToken } = tokensOf(await signInBy(service, passkey))
  const [listed] = await listOf(person, accessToken)
  assert.notEqual(listed.lastUsedAt, null)
  assert.deepEqual({ ...listed, lastUsedAt: null }, added)
  const { body: sessions } = await get(service, `/users/${person.userId}/sessions`, accessToken)
  assert.deepEqual(sessions[0].methods, ['passkey'])
})

test('a passkey can be named by its owner, and seen by nobody else', async () => {
  const person = await register(service)
  const begun = await beginPasskey(service, person)
  const answer = await confirmPasskey(service, person, newOwnPasskey().create(begun), ' My phone ')
  const { id, name } = answer.body.passkey
  assert.equal(name, 'My phone')
  const renamed = await change(person, id, { name: 'My old phone' })
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'My old phone'])
  for (const wrong of ['', 'x'.repeat(65), 'a\u0007b', 7])
    assert.equal((await change(person, id, { name: wrong })).status, 422, JSON.stringify(wrong))
  const stranger = await register(service)
  assertRefused(await change(stranger, id, { name: 'mine' }), 404, 'not_found')
  assertRefused(await remove(stranger, id), 404, 'not_found')
  assertRefused(await get(service, passkeysOf(person), stranger.accessToken), 404, 'not_found')
  assertRefused(await remove(person, 'x'), 404, 'not_found')
})

test('adding a passkey requires a recent proof of identity, which a passkey can give as well', async () => {
  const registered = await register(service)
  const { passkey } = await addPasskey(service, registered)
  const person = await later(registered)
  const refused = await post(service, passkeysOf(person), {}, { token: person.accessToken })
  assert.deepEqual([refused.status, refused.body.methods], [403, ['password', 'passkey']])
  const asked = await askFor(service, { purpose: 'proof' }, { token: person.accessToken })
  const credential = passkey.get(asked)
  assert.equal((await prove(service, person, { method: 'passkey', credential })).status, 204)
  await beginPasskey(service, person)
  assertRefused(await prove(service, person, { method: 'passkey', credential }), 401, 'invalid_credentials')
})

test('an unverified passkey is a second factor only', async () => {
  const person = await register(service)
  const key = newOwnPasskey({ isVerified: false, isResident: false, counts: true })
  assertRefused(
    await confirmPasskey(service, person, key.create(await beginPasskey(service, person))),
    400,
    'passkey_refused',
  )
  const { added, backup } = await addPasskey(service, person, { passkey: key, asSecondFactor: true })
  assert.deepEqual([added.name, added.asSecondFactor, backup?.length], ['Security key', true, 10])
  for (const isVerified of [false, true])
    assertRefused(await signInBy(service, key, { isVerified }), 401, 'invalid_credentials')
  const challenge = await challengeFor(service, person)
  const answer = await secondStep(challenge, key.get(await askFor(service, { challenge })))
  const { accessToken } = tokensOf(answer)
  const { body: sessions } = await get(service, `/users/${person.userId}/sessions`, accessToken)
  assert.deepEqual(sessions[0].methods, ['password', 'passkey'])
})

test('a security key with an empty user handle is a second factor', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  const challenge = await challengeFor(service, person)
  const asked = await askFor(service, { challenge })
  const given = passkey.get(asked) as { response: object }
  const credential = { ...given, response: { ...given.response, userHandle: '' } }
  const body = { grant_type: 'two_factor', challenge, method: 'passkey', credential }
  tokensOf(await post(service, '/auth/token', body))
})

test('a passkey that verified its owner signs in, and with a touch alone is a second factor', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  assertRefused(await signInBy(service, passkey, { isVerified: false }), 401, 'invalid_credentials')
  tokensOf(await signInBy(service, passkey))
  const challenge = await challengeFor(service, person)
  const asked = await askFor(service, { challenge })
  assert.deepEqual(
    asked.publicKey.allowCredentials.map(({ id }) => id),
    [passkey.id],
  )
  tokensOf(await secondStep(challenge, passkey.get(asked, { isVerified: false })))
})

test('the first passkey that is a second factor turns two-factor authentication on', async () => {
  const person = await register(service)
  const other = tokensOf(await signIn(service, person))
  const { backup } = await addPasskey(service, person, { asSecondFactor: true })
  assert.equal(backup?.length, 10)
  assertRefused(await get(service, '/users/me', other.accessToken), 401, 'unauthorized')
  const { enabled, methods, backupCodesLeft } = await twoFactorOf(person)
  assert.deepEqual([enabled, methods, backupCodesLeft], [true, ['passkey', 'backup_code'], 10])
  const challenge = await challengeFor(service, person)
  const code = String(backup?.[0])
  tokensOf(
    await post(service, '/auth/token', { grant_type: 'two_factor', challenge, method: 'backup_code', code }),
  )
})

test('a passkey needs nothing more beside an authenticator app, and renews every proof', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  await enrol(service, person, await proofBy(service, person, passkey))
  const { accessToken: token } = tokensOf(await signInBy(service, passkey))
  const signedIn = { ...person, accessToken: token }
  assert.equal((await prove(service, signedIn, await proofBy(service, signedIn, passkey))).status, 204)
  const refused = await post(service, passkeysOf(person), {}, { token })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.methods],
    [403, 'factor_required', ['totp', 'backup_code', 'passkey']],
  )
  await beginPasskey(service, signedIn, await proofBy(service, signedIn, passkey))
  const touched = await proofBy(service, signedIn, passkey, { isVerified: false })
  assertRefused(await prove(service, signedIn, touched), 401, 'invalid_credentials')
})

test('a passkey replaces both a code and a password', async () => {
  const registered = await register(service)
  const { passkey } = await addPasskey(service, registered, { asSecondFactor: true })
  const person = await later(registered)
  const proof = async () => {
    const asked = await askFor(service, { purpose: 'proof' }, { token: person.accessToken })
    return { method: 'passkey', credential: passkey.get(asked) }
  }
  const path = settingsOf(person)
  const renewed = await post(service, `${path}/backup-codes`, await proof(), { token: person.accessToken })
  assert.deepEqual([renewed.status, renewed.body.backup?.length], [200, 10])
  const body = await proof()
  const off = await send(service, 'DELETE', path, { token: person.accessToken, body })
  assert.equal(off.status, 204, off.text)
  assert.deepEqual(await listOf(person), [])
  tokensOf(await signIn(service, person))
  assertRefused(await signInBy(service, passkey), 401, 'invalid_credentials')
})

test('a passkey that is only touched needs the password as well, unless that is freshly proven', async () => {
  const registered = await register(service)
  const { passkey } = await addPasskey(service, registered, { asSecondFactor: true })
  const person = await later(registered)
  const touch = async () => {
    const asked = await askFor(service, { purpose: 'proof' }, { token: person.accessToken })
    return { method: 'passkey', credential: passkey.get(asked, { isVerified: false }) }
  }
  const path = `${settingsOf(person)}/backup-codes`
  const refused = await post(service, path, await touch(), { token: person.accessToken })
  assert.deepEqual([refused.status, refused.body.code], [403, 'reauthentication_required'])
  const { password } = person
  const body = { ...(await touch()), password }
  assert.equal((await post(service, path, body, { token: person.accessToken })).status, 200)
})

test('a password sent with a passkey is checked first, and a wrong one leaves the passkey’s proof unspent', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  const asked = await askFor(service, { purpose: 'proof' }, { token: person.accessToken })
  const proof = { method: 'passkey', credential: passkey.get(asked) }
  const renew = (password: string) =>
    post(service, `${settingsOf(person)}/backup-codes`, { ...proof, password }, { token: person.accessToken })
  assertRefused(await renew('not the password of anybody'), 401, 'invalid_credentials')
  assert.equal((await renew(person.password)).status, 200)
})

test('a passkey becomes a second factor and stops being one; codes come with the first and go with the last', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person)
  const proof = () => proofBy(service, person, passkey)
  const marked = await change(person, added.id, { asSecondFactor: true, ...(await proof()) })
  assert.deepEqual([marked.body.asSecondFactor, marked.body.backup?.length], [true, 10])
  const again = await change(person, added.id, { asSecondFactor: true })
  assert.deepEqual([again.status, again.body.backup], [403, undefined], 'the second factor has to be proven')
  const proven = await change(person, added.id, { asSecondFactor: true, ...(await proof()) })
  assert.deepEqual([proven.status, proven.body.backup], [200, undefined])
  const other = tokensOf(await signInBy(service, passkey))
  const resigned = await change(person, added.id, { asSecondFactor: false, ...(await proof()) })
  assert.equal(resigned.status, 200)
  const { enabled, backupCodesLeft } = await twoFactorOf(person)
  assert.deepEqual([enabled, backupCodesLeft], [false, 0])
  assertRefused(await get(service, '/users/me', other.accessToken), 401, 'unauthorized')
  tokensOf(await signInBy(service, passkey))
})

test('removing a passkey ends the sessions opened with passkeys', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person)
  const byPassword = tokensOf(await signIn(service, person))
  const byPasskey = tokensOf(await signInBy(service, passkey))
  assert.equal((await remove(person, added.id)).status, 204)
  assertRefused(await get(service, '/users/me', byPasskey.accessToken), 401, 'unauthorized')
  assert.equal((await get(service, '/users/me', byPassword.accessToken)).status, 200)
})

test('removing the last second factor turns two-factor authentication off', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person, { asSecondFactor: true })
  const { accessToken: token } = tokensOf(await signInBy(service, passkey))
  assert.equal((await remove(person, added.id)).status, 403)
  assert.equal((await remove(person, added.id, await proofBy(service, person, passkey))).status, 204)
  assertRefused(await get(service, '/users/me', token), 401, 'unauthorized')
  const { enabled, backupCodesLeft } = await twoFactorOf(person)
  assert.deepEqual([enabled, backupCodesLeft], [false, 0])
  tokensOf(await signIn(service, person))
  assertRefused(await signInBy(service, passkey), 401, 'invalid_credentials')
})

test('a fresh proof is not enough to drop the last second factor or add one: the request itself must prove one', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person, { asSecondFactor: true })
  assert.equal((await prove(service, person, await proofBy(service, person, passkey))).status, 204)
  const { accessToken: token } = person
  const methods = ['passkey', 'backup_code']
  for (const refused of [
    await remove(person, added.id),
    await change(person, added.id, { asSecondFactor: false }),
    await change(person, added.id, { asSecondFactor: true }),
    await post(service, passkeysOf(person), {}, { token }),
    await post(service, passkeysOf(person), { asSecondFactor: true }, { token }),
    await post(service, `/users/${person.userId}/authenticators`, {}, { token }),
  ])
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.methods],
      [403, 'factor_required', methods],
    )
  const wrong = { method: 'backup_code', code: 'AAAA-AAAA-AAAA-AAAA' }
  for (const refused of [
    await remove(person, added.id, wrong),
    await change(person, added.id, { asSecondFactor: false, ...wrong }),
  ])
    assert.deepEqual([refused.status, refused.body.code], [401, 'wrong_code'])
  assert.equal((await twoFactorOf(person)).enabled, true)
})

test('of two second factors removed at the same moment on a fresh proof, one stays', async () => {
  const person = await register(service)
  const { passkey, added, backup = [] } = await addPasskey(service, person, { asSecondFactor: true })
  const along = { method: 'backup_code', code: backup[0] }
  const { added: other } = await addPasskey(service, person, { asSecondFactor: true, along })
  await prove(service, person, await proofBy(service, person, passkey))
  const ids = [added.id, other.id]
  const answers = await race([service], 2, (index) => ({
    method: 'DELETE',
    path: `${passkeysOf(person)}/${ids[index]}`,
    token: person.accessToken,
  }))
  assert.deepEqual(statusesOf(answers), { 204: 1, 403: 1 })
  assert.equal((await twoFactorOf(person)).enabled, true)
})

test('with a passkey that signs in, a password alone does not turn two-factor authentication on', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person)
  const { passkey: another } = await addPasskey(service, person)
  const { accessToken: token } = person
  const marked = await change(person, added.id, { asSecondFactor: true })
  assert.deepEqual(
    [marked.status, marked.body.code, marked.body.methods, marked.body.passkeyId],
    [403, 'factor_required', ['passkey'], added.id],
  )
  for (const refused of [
    await post(service, settingsOf(person), undefined, { token }),
    await post(service, settingsOf(person), { password: person.password }, { token }),
    await post(service, passkeysOf(person), { asSecondFactor: true }, { token }),
  ])
    assert.deepEqual([refused.status, refused.body.code], [403, 'factor_required'])
  const proof = await proofBy(service, person, another)
  // the session will count as proven by the one that it names
  assertRefused(
    await change(person, added.id, { asSecondFactor: true, ...proof }),
    401,
    'invalid_credentials',
  )
  assert.equal((await twoFactorOf(person)).enabled, false)
  const named = { purpose: 'proof', passkeyId: added.id }
  const asked = await askFor(service, named, { token })
  assert.deepEqual(
    asked.publicKey.allowCredentials.map(({ id }) => id),
    [passkey.id],
  )
  const begun = await post(service, settingsOf(person), await proofBy(service, person, another), { token })
  assert.equal(begun.status, 201, begun.text)
  const credential = passkey.get(asked)
  const guarded = await change(person, added.id, { asSecondFactor: true, method: 'passkey', credential })
  assert.equal(guarded.body.backup.length, 10)
})

test('the last way in cannot be removed', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person, { asSecondFactor: true })
  await withoutPassword(person)
  const proof = () => proofBy(service, person, passkey)
  assertRefused(await remove(person, added.id, await proof()), 409, 'last_way_in')
  const body = await proof()
  const off = await send(service, 'DELETE', settingsOf(person), { token: person.accessToken, body })
  assertRefused(off, 409, 'last_way_in')
  tokensOf(await signInBy(service, passkey))
  const { added: another } = await addPasskey(service, person, { along: await proof() })
  assert.equal((await remove(person, added.id, await proof())).status, 204)
  assertRefused(await remove(person, another.id), 409, 'last_way_in')
})

test('a key that cannot sign in, or that no browser finds, is no way in', async () => {
  for (const isVerified of [false, true]) {
    const person = await register(service)
    const key = newOwnPasskey({ isVerified, isResident: false })
    const { added, passkey } = await addPasskey(service, person)
    const along = await proofBy(service, person, passkey)
    await addPasskey(service, person, { passkey: key, asSecondFactor: true, along })
    await withoutPassword(person)
    await prove(service, person, await proofBy(service, person, key))
    assertRefused(await remove(person, added.id), 409, 'last_way_in')
  }
})

test('a touch proves nothing in a session that was opened with one factor', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  await service.deps.db.run(
    sql`update sessions set methods = array['password'] where user_id = ${person.userId}`,
  )
  const token = person.accessToken
  const proof = async (isVerified: boolean) => {
    const asked = await askFor(service, { purpose: 'proof' }, { token })
    return { method: 'passkey', credential: passkey.get(asked, { isVerified }) }
  }
  const refused = await prove(service, person, await proof(false))
  assert.deepEqual([refused.status, refused.body.methods], [403, []])
  assert.equal((await prove(service, person, await proof(true))).status, 204)
})

test('a second-factor-only passkey stays one, and an undiscoverable one cannot sign in', async () => {
  const person = await register(service)
  const key = newOwnPasskey({ isVerified: false, isResident: false })
  const { added } = await addPasskey(service, person, { passkey: key, asSecondFactor: true })
  assert.notEqual((await twoFactorOf(person)).confirmedAt, null)
  const asked = await askFor(service, { purpose: 'proof' }, { token: person.accessToken })
  await prove(service, person, { method: 'passkey', credential: key.get(asked) })
  assertRefused(await change(person, added.id, { asSecondFactor: false }), 400, 'passkey_refused')
  const along = await proofBy(service, person, key)
  const hidden = newOwnPasskey({ isResident: false }).create(await beginPasskey(service, person, along))
  assertRefused(await confirmPasskey(service, person, hidden), 400, 'passkey_refused')
})

for (const rk of ['yes', 'banana', 7, [], [true], { a: 1 }]) {
  test(`credProps.rk of ${JSON.stringify(rk)} does not decide whether a passkey is discoverable`, async () => {
    const person = await register(service)
    let codes: { backup?: string[] } = {}
    for (const asSecondFactor of [true, false]) {
      const { backup } = codes
      const along = backup && { method: 'backup_code', code: backup[0] }
      const made = newOwnPasskey().create(await beginPasskey(service, person, { asSecondFactor, ...along }))
      const credential = { ...made, clientExtensionResults: { credProps: { rk } } }
      const added = await confirmPasskey(service, person, credential)
      assert.equal(added.status, 201, added.text)
      codes = added.body
    }
    // as it was asked for
    const wrong = sql`
      select from passkeys
      where user_id = ${person.userId} and is_discoverable <> (second_factor_since is null)`
    assert.deepEqual(await many(service.deps.db, wrong), [])
  })
}

test('an account can have an app and a passkey as second factors, and may lose either', async () => {
  const person = await enrol(service, await register(service))
  const path = `/users/${person.userId}/authenticators`
  const { passkey, backup } = await addPasskey(service, person, {
    asSecondFactor: true,
    along: alongCode(person),
  })
  assert.equal(backup, undefined, 'there are codes already')
  const [app] = (await get(service, path, person.accessToken)).body
  assert.equal(
    (await send(service, 'DELETE', `${path}/${app.id}`, { token: person.accessToken })).status,
    204,
  )
  assert.deepEqual((await twoFactorOf(person)).methods, ['passkey', 'backup_code'])
  const proof = await proofBy(service, person, passkey)
  assert.equal((await post(service, path, proof, { token: person.accessToken })).status, 201)
})

test('a passkey can be added once, and an account has at most twenty', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  const begun = await beginPasskey(service, person)
  assert.deepEqual(
    begun.publicKey.excludeCredentials.map(({ id }: { id: string }) => id),
    [passkey.id],
  )
  assertRefused(await confirmPasskey(service, person, passkey.create(begun)), 409, 'passkey_known')
  const late = await beginPasskey(service, person)
  await service.deps.db.run(sql`
    insert into passkeys (user_id, credential_id, id, public_key, algorithm, sign_count, transports, aaguid, name,
      is_backup_eligible, is_backed_up, signs_in, is_discoverable)
    select user_id, int8send(n), gen_random_uuid(), public_key, algorithm, 0, transports, aaguid, name, true, true, true, true
    from passkeys, generate_series(1, 19) as n
    where user_id = ${person.userId}`)
  const refused = await post(service, passkeysOf(person), {}, { token: person.accessToken })
  assertRefused(refused, 409, 'too_many_passkeys')
  assertRefused(await confirmPasskey(service, person, newOwnPasskey().create(late)), 409, 'too_many_passkeys')
})

test('the export lists passkeys, and neither keys nor ids of credentials', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person)
  const { body, text } = await get(service, `/users/${person.userId}/export`, person.accessToken)
  assert.deepEqual(body.passkeys, [added])
  const [row] = await service.deps.db.run<{ key: string }>(
    sql`select encode(public_key, 'hex') as key from passkeys where user_id = ${person.userId}`,
  )
  assert.ok(
    !text.includes(passkey.id) && !text.includes(Buffer.from(String(row?.key), 'hex').toString('base64url')),
  )
})

test('a malformed credential is refused by its field', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  const right = passkey.get(await askFor(service)) as { response: object }
  const { response } = right
  const wrong: unknown[] = [
    7,
    'x',
    [],
    {},
    { ...right, id: 'a/b', rawId: 'a/b' },
    { ...right, rawId: 'AAAA' },
    { ...right, type: 'password' },
    { ...right, response: { ...response, signature: 'a=' } },
    { ...right, response: { ...response, signature: undefined } },
    { ...right, response: { ...response, userHandle: 7 } },
    { ...right, response: { ...response, authenticatorData: 'A'.repeat(4_097) } },
  ]
  for (const credential of wrong)
    assertFieldErrors(await sendAssertion(service, credential), { credential: 'credential' })
  for (const credential of [null, undefined])
    assertFieldErrors(await sendAssertion(service, credential), { credential: 'required' })
  const enrolment = await confirmPasskey(service, person, right)
  assertFieldErrors(enrolment, { credential: 'credential' })
  tokensOf(
    await sendAssertion(service, { ...right, response: { ...response, userHandle: response } }).then(() =>
      sendAssertion(service, right),
    ),
  )
})

test('a passkey request reveals nothing, and only serves its purpose', async () => {
  const asked = await askFor(service)
  const { challenge: _, ...publicKey } = asked.publicKey
  assert.deepEqual(publicKey, {
    rpId: 'accounts.example.com',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [],
  })
  const at = '/auth/passkeys/challenge'
  assertRefused(await post(service, at, { challenge: 'sp_ch_x' }), 401, 'invalid_challenge')
  assertRefused(await post(service, at, { purpose: 'proof' }), 401, 'unauthorized')
  assertRefused(await post(service, at, { purpose: 'proof' }, { token: 'sp_at_x' }), 401, 'unauthorized')
  assertFieldErrors(await post(service, at, { purpose: 'x' }), { purpose: 'literal' })
  const person = await register(service)
  const token = person.accessToken
  assertRefused(await post(service, at, { purpose: 'proof' }, { token }), 400, 'not_configured')
  const guarded = await enrol(service, person)
  const challenge = await challengeFor(service, guarded)
  assertRefused(await post(service, at, { challenge }), 400, 'not_configured')
})

test('other sites and apps can request passkeys if they are named', async () => {
  const site = 'https://shop.example.net'
  const app = `android:apk-key-hash:${'x'.repeat(43)}`
  const related = await startVariant(service, { config: { passkeyOrigins: [site, app] } })
  const { body } = await get(related, '/.well-known/webauthn')
  assert.deepEqual(body, { origins: [publicUrl, site] })
  const person = await register(service)
  for (const origin of [site, app]) {
    const { passkey } = await addPasskey(related, person, { passkey: newOwnPasskey({ origin }) })
    tokensOf(await signInBy(related, passkey))
    assertRefused(await signInBy(service, passkey), 401, 'invalid_credentials')
  }
  const parent = await startVariant(service, { config: { passkeyRpId: 'example.com' } })
  assert.equal((await askFor(parent)).publicKey.rpId, 'example.com')
})

test('without a public address, or with a bare IP address, there are no passkeys', async () => {
  const bare = await sharedService()
  const person = await register(bare)
  const { passkey } = await addPasskey(service, await register(service))
  const credential = passkey.get(await askFor(service))
  const path = `/users/${person.userId}/passkeys`
  const token = person.accessToken
  const atAddress = await startVariant(bare, { config: { publicUrl: 'https://192.0.2.7' } })
  for (const each of [bare, atAddress])
    for (const answer of [
      await post(each, '/auth/passkeys/challenge', {}),
      await post(each, '/auth/token', { grant_type: 'passkey', credential }),
      await get(each, path, token),
      await post(each, path, {}, { token }),
      await send(each, 'PUT', path, { token, body: { credential } }),
      await send(each, 'DELETE', `${path}/${person.userId}`, { token }),
      await get(each, '/.well-known/webauthn'),
    ])
      assertRefused(answer, 404, 'not_found')
})
