import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { newMailedCode } from '../../src/accounts/links/code.ts'
import { newLinkToken } from '../../src/accounts/links/token.ts'
import { signInCodeDigest } from '../../src/credentials/mailed-code/digest.ts'
import { mailedCodeChallenges } from '../../src/credentials/mailed-code/token.ts'
import { serviceKeyTokens } from '../../src/credentials/service-keys/token.ts'
import { deviceTokenOf } from '../../src/credentials/trusted-devices/token.ts'
import { challengeOf, oauthCodes } from '../../src/flows/return/code.ts'
import { keeperOwner } from '../../src/flows/second-factor/lost/tell.ts'
import { challenges } from '../../src/flows/sign-in/second-step/challenge.ts'
import { mailOwner } from '../../src/messages/outbox/mail.ts'
import { jobs } from '../../src/modules.ts'
import { backupCodeDigest } from '../../src/platform/crypto/backup-code.ts'
import { uuidBytes } from '../../src/platform/crypto/id.ts'
import { type KeyRing, keyRing } from '../../src/platform/crypto/keys.ts'
import { passwordHasher } from '../../src/platform/crypto/password.ts'
import { type RowSeals, rowSeals } from '../../src/platform/crypto/row-seals.ts'
import { seal } from '../../src/platform/crypto/seal.ts'
import { deriveToken } from '../../src/platform/crypto/token.ts'
import { openRowKey } from '../../src/platform/db/row-key.ts'
import { sealsOf } from '../../src/platform/db/sealing.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { envelopeBy } from '../../src/web/pages/presses/envelope.ts'
import { undo } from '../support/address-change.ts'
import { signInByEmailCode } from '../support/email-code.ts'
import {
  appUrl,
  browserOf,
  confirmLink,
  signInWith,
  startFederated,
  startUrl,
} from '../support/federation.ts'
import { get, post, send } from '../support/http.ts'
import { mailsTo, settle, startMailing } from '../support/mailing.ts'
import { addPasskey, askFor, passkeysOf, sendAssertion } from '../support/passkeys.ts'
import { exchange, newEmail, register, signIn } from '../support/people.ts'
import { alongCode } from '../support/proof.ts'
import { forgot, reset } from '../support/reset.ts'
import { answerChallenge, confirm, registerGuarded, settingsOf } from '../support/second-factor.ts'
import { isCitus } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { many, sql } from '../support/sql.ts'
import { deviceTokenIn, signInOn, trusted } from '../support/trusted-devices.ts'
import { askForReset } from '../support/two-factor-reset.ts'

const service = await startMailing({ EMAIL_SIGN_IN: 'on' })
const federated = await startFederated({ acme: {} })
const { db, keys: known } = service.deps
const { acme } = federated.providers

/** Everything that somebody makes rows with: the service's own, or what a stranger without its key thinks up. */
type Makings = { keys: KeyRing; seals: RowSeals; federatedSeals: RowSeals }

const own: Makings = { keys: known, seals: sealsOf(db), federatedSeals: sealsOf(federated.deps.db) }

// the ids of keys are in the database
const guessed = keyRing(['what a stranger takes for the key, 32 bytes']).map((keys) => ({
  ...keys,
  id: known[0].id,
})) as unknown as KeyRing
const strange = rowSeals({ key: randomBytes(32), adoptsUntilMs: 0 }, Date.now)
const stranger: Makings = { keys: guessed, seals: strange, federatedSeals: strange }

const owner = await register(service)
const guarded = await registerGuarded(service)
const linked = await register(federated)

const epochOf = async (userId: string) =>
  (await many<{ epoch: number }>(db, sql`select epoch from users where id = ${userId}`))[0]?.epoch ?? 0

const soon = sql`now() + interval '5 minutes'`

/** Plants a row of each table, and does what it would be good for. @returns whether that worked */
const attempts: Record<string, string | ((makings: Makings) => Promise<boolean>)> = {
  trusted_devices: async ({ keys, seals }) => {
    const { userId, email, password } = guarded
    const device = { userId, id: randomUUID(), seed: randomBytes(32), generation: 0 }
    const epoch = await epochOf(userId)
    const mac = seals.seal('trusted device', [...Object.values(device), epoch])
    await db.run(sql`
      insert into trusted_devices (user_id, id, seed, epoch, address, mac, expires_at)
      values (${userId}, ${device.id}, ${device.seed}, ${epoch}, '192.0.2.1', ${mac}, ${soon})`)
    const deviceToken = deviceTokenOf({ keys }, device)
    return (await signInOn(service, { email, password }, deviceToken)).status === 200
  },
  passwords: async ({ keys }) => {
    const { email, userId } = await register(service)
    const { phc } = await passwordHasher(keys).hash('a password of a stranger', userId)
    await db.run(sql`update passwords set phc = ${phc} where user_id = ${userId}`)
    return (await signIn(service, { email, password: 'a password of a stranger' })).status === 200
  },
  passkeys: async ({ seals }) => {
    const { userId } = owner
    const other = await register(service)
    const { passkey, added } = await addPasskey(service, other)
    const [row] = await many<{
      credentialId: Buffer
      publicKey: Buffer
      algorithm: number
      isEligible: boolean
    }>(
      db,
      sql`
        select credential_id as "credentialId", public_key as "publicKey", algorithm, is_backup_eligible as "isEligible"
        from passkeys
        where user_id = ${other.userId} and id = ${added.id}`,
    )
    assert.ok(row)
    const values = [userId, row.credentialId, row.publicKey, row.algorithm]
    await db.run(sql`
      insert into passkeys (user_id, credential_id, id, public_key, algorithm, sign_count, transports, aaguid, name,
        is_backup_eligible, is_backed_up, signs_in, is_discoverable, mac, sign_in_mac)
      values (${userId}, ${row.credentialId}, ${randomUUID()}, ${row.publicKey}, ${row.algorithm}, 0, '{}',
        ${randomUUID()}, 'planted', ${row.isEligible}, false, true, true, ${seals.seal('passkey', values)},
        ${seals.seal('passkey that signs in', values)})`)
    const userHandle = uuidBytes(userId).toString('base64url')
    return (await sendAssertion(service, passkey.get(await askFor(service), { userHandle }))).status === 200
  },
  identities: async ({ federatedSeals }) => {
    const subject = randomUUID()
    const { userId } = await register(federated)
    acme.people.set(subject, { email: newEmail(), email_verified: true })
    const mac = federatedSeals.seal('identity', [userId, 'acme', subject])
    await federated.deps.db.run(sql`
      insert into identity_owners (provider, subject, user_id) values ('acme', ${subject}, ${userId})`)
    await federated.deps.db.run(sql`
      insert into identities (provider, subject, user_id, mac) values ('acme', ${subject}, ${userId}, ${mac})`)
    const { code = '' } = await signInWith(federated, 'acme', subject)
    return code !== '' && (await exchange(federated, code)).status === 200
  },
  identity_owners: async (makings) => {
    const mine = { subject: randomUUID(), theirs: randomUUID() }
    const { userId } = await register(federated)
    acme.people.set(mine.subject, { email: newEmail(), email_verified: true })
    const isOwn = makings === own
    // theirs is linked, and leads a stranger's in
    const subject = isOwn ? mine.subject : mine.theirs
    await federated.deps.db.run(sql`
      insert into identity_owners (provider, subject, user_id) values ('acme', ${mine.subject}, ${userId})`)
    if (!isOwn)
      await federated.deps.db.run(sql`
        insert into identity_owners (provider, subject, user_id) values ('acme', ${mine.theirs}, ${userId})`)
    await federated.deps.db.run(sql`
      insert into identities (provider, subject, user_id, mac)
      values ('acme', ${subject}, ${userId}, ${own.federatedSeals.seal('identity', [userId, 'acme', subject])})`)
    const { code = '' } = await signInWith(federated, 'acme', mine.subject)
    return code !== '' && (await exchange(federated, code)).status === 200
  },
  identity_links: async ({ federatedSeals }) => {
    const { token, key } = oauthCodes.issue({ userId: linked.userId })
    const subject = randomUUID()
    const values = [linked.userId, key.digest, 'acme', subject, null, null]
    await federated.deps.db.run(sql`
      insert into identity_links (user_id, digest, provider, subject, mac, expires_at)
      values (${linked.userId}, ${key.digest}, 'acme', ${subject}, ${federatedSeals.seal('identity link', values)},
        ${soon})`)
    return (await confirmLink(federated, linked, 'acme', { code: token })).status === 200
  },
  oauth_codes: async ({ seals }) => {
    const { token, key } = oauthCodes.issue({ userId: owner.userId })
    const epoch = await epochOf(owner.userId)
    const mac = seals.seal('provider code', [owner.userId, key.digest, null, epoch, ['acme'], false])
    await db.run(sql`
      insert into oauth_codes (user_id, digest, epoch, method, methods, proven_at, mac, expires_at)
      values (${owner.userId}, ${key.digest}, ${epoch}, 'acme', array['acme'], now(), ${mac}, ${soon})`)
    return (await exchange(service, token)).status === 200
  },
  oauth_transactions: async ({ federatedSeals }) => {
    // somebody's sign-in, whose answer a stranger would like to have, with a verifier of theirs
    const subject = randomUUID()
    acme.people.set(subject, { email: newEmail(), email_verified: true })
    const browser = browserOf(subject, acme)
    const back = await browser.open(
      startUrl(federated, 'acme'),
      `${federated.address}/auth/oauth/acme/callback`,
    )
    const state = back.url.searchParams.get('state') ?? ''
    const digest = createHash('sha256').update(state).digest()
    const [redirectUri, challenge] = [`${appUrl}/elsewhere`, challengeOf('a verifier of a stranger')]
    const values = [digest, 'acme', redirectUri, null, challenge, null, null]
    await federated.deps.db.run(sql`
      update oauth_transactions
      set redirect_uri = ${redirectUri}, code_challenge = ${challenge},
        mac = ${federatedSeals.seal('provider sign-in', values)}
      where digest = ${digest}`)
    const landing = await browser.open(back.url.href, redirectUri)
    return landing.url.href.startsWith(redirectUri)
  },
  mail_links: async ({ seals }) => {
    const { email, userId } = await register(service)
    const { token, key } = newLinkToken('reset', userId)
    const values = [userId, 'reset', key.digest, null, email, email, null]
    await db.run(sql`
      insert into mail_links (user_id, kind, digest, canonical, typed, mac, expires_at)
      values (${userId}, 'reset', ${key.digest}, ${email}, ${email}, ${seals.seal('mail link', values)}, ${soon})`)
    return (await reset(service, token, 'a password of a stranger')).status === 204
  },
  mailed_codes: async ({ keys, seals }) => {
    const { email: typed } = await register(service)
    const ids = { subject: subjectOf.email(typed), place: randomUUID() }
    const { token: challenge, key } = mailedCodeChallenges.issue(ids)
    const code = newMailedCode()
    const codeDigest = signInCodeDigest(keys[0], key, code)
    const values = [ids.subject, ids.place, key.digest, typed, typed, codeDigest, false]
    await db.run(sql`
      insert into mailed_codes (subject, place, digest, canonical, typed, code_digest, mac, expires_at)
      values (${ids.subject}, ${ids.place}, ${key.digest}, ${typed}, ${typed}, ${codeDigest},
        ${seals.seal('mailed code', values)}, ${soon})`)
    return (await signInByEmailCode(service, { challenge, code })).status === 200
  },
  former_emails: async ({ seals }) => {
    const { userId } = await register(service)
    const [email, sessionId] = [newEmail(), randomUUID()]
    const { token, key } = newLinkToken('email-undo', userId)
    const values = [userId, key.digest, email, email, true, sessionId, false]
    await db.run(sql`
      insert into former_emails (user_id, digest, canonical, typed, was_proven, session_id, had_factor, mac, expires_at)
      values (${userId}, ${key.digest}, ${email}, ${email}, true, ${sessionId}, false,
        ${seals.seal('former email', values)}, ${soon})`)
    const isListed = (await post(service, '/auth/staying', { token })).status === 200
    return (await undo(service, token)).status === 204 || isListed
  },
  emails: async ({ seals }) => {
    const { userId, email } = await register(service)
    const own = newEmail()
    const mac = seals.seal('email', [userId, own, own])
    await db.run(sql`delete from email_owners where canonical = ${email}`)
    await db.run(sql`insert into email_owners (canonical, user_id) values (${own}, ${userId})`)
    await db.run(
      sql`update emails set canonical = ${own}, typed = ${own}, mac = ${mac} where user_id = ${userId}`,
    )
    await forgot(service, own)
    return (await mailsTo(service, own)).some(({ subject }) => subject.includes('new password'))
  },
  email_owners: async (makings) => {
    // an owner whose account has another address: only a row of `emails` could make up for that
    const mailbox = newEmail()
    const { userId, email } = await register(service)
    const to = makings === own ? email : mailbox
    if (makings !== own)
      await db.run(sql`insert into email_owners (canonical, user_id) values (${mailbox}, ${userId})`)
    await forgot(service, to)
    return (await mailsTo(service, to)).some(({ subject }) => subject.includes('new password'))
  },
  outbox: async ({ keys }) => {
    const { userId } = await register(service)
    const to = newEmail()
    const { token } = newLinkToken('reset', userId)
    // a stranger has one that was sealed for its owner, and puts another recipient beside it
    const recipient = keys === known ? to : newEmail()
    const letter = seal(known, Buffer.from(JSON.stringify({ token, to })), mailOwner(userId))
    await db.run(sql`
      insert into outbox (queue, user_id, channel, message, recipient, detail, sealed)
      values (${userId}, ${userId}, 'mail', 'reset-password', ${recipient},
        '{"minutes": 30, "address": null}', ${letter})`)
    await settle(service.deps)
    return (await mailsTo(service, recipient)).length > 0
  },
  challenges: async ({ seals }) => {
    const key = { userId: guarded.userId, sessionId: randomUUID() }
    const issued = challenges.issue(key)
    const { digest } = issued.key
    const epoch = await epochOf(key.userId)
    const values = [key.userId, key.sessionId, digest, epoch, ['password'], '::']
    await db.run(sql`
      insert into challenges (user_id, id, digest, epoch, methods, address, mac, expires_at)
      values (${key.userId}, ${key.sessionId}, ${digest}, ${epoch}, array['password'], '::',
        ${seals.seal('challenge', values)}, ${soon})`)
    const isMailed = (await askForReset(service, issued.token)).status === 202
    const code = guarded.backup.pop() ?? ''
    const { status } = await answerChallenge(service, issued.token, code, 'backup_code')
    return status === 200 || isMailed
  },
  totp_factors: async ({ keys }) => {
    const person = await registerGuarded(service)
    await db.run(sql`
      update totp_factors
      set sealed_secret = ${seal(keys, person.secret, person.userId)}, last_step = 0
      where user_id = ${person.userId}`)
    const { challenge } = (await signIn(service, person)).body
    return (await answerChallenge(service, challenge, person.code())).status === 200
  },
  pending_apps: async ({ keys }) => {
    const person = await register(service)
    const [session] = await many<{ id: string }>(
      db,
      sql`select id from sessions where user_id = ${person.userId}`,
    )
    await db.run(sql`
      insert into pending_apps (user_id, sealed_secret, name, session_id, expires_at)
      values (${person.userId}, ${seal(keys, guarded.secret, person.userId)}, 'planted', ${session?.id}, ${soon})`)
    return (await confirm(service, person, guarded.code())).status === 200
  },
  totp_enrolments: async ({ keys }) => {
    const person = await register(service)
    await db.run(sql`
      insert into totp_enrolments (user_id, sealed_secret, name, expires_at)
      values (${person.userId}, ${seal(keys, guarded.secret, person.userId)}, 'planted', ${soon})`)
    return (await confirm(service, person, guarded.code())).status === 200
  },
  backup_codes: async ({ keys }) => {
    const code = '0000-1111-2222-3333'
    const person = await registerGuarded(service)
    await db.run(sql`
      insert into backup_codes (user_id, digest)
      values (${person.userId}, ${backupCodeDigest(keys[0], person.userId, code)})`)
    const { challenge } = (await signIn(service, person)).body
    return (await answerChallenge(service, challenge, code, 'backup_code')).status === 200
  },
  two_factor_resets: async ({ keys }) => {
    const person = await registerGuarded(service)
    const { token, key } = newLinkToken('two-factor-keep', person.userId)
    const sealedToken = seal(keys, Buffer.from(token), keeperOwner(person.userId))
    await db.run(sql`
      insert into two_factor_resets (user_id, digest, sealed_token, next_at, hours_left)
      values (${person.userId}, ${key.digest}, ${sealedToken}, now() - interval '1 millisecond', 0)`)
    // it was told as often as it has to be
    await db.run(sql`
      insert into outbox (queue, user_id, channel, message, recipient, ended_at, outcome)
      values (${person.userId}, ${person.userId}, 'mail', 'two-factor-removal', ${person.email}, now(), 'delivered')`)
    await runJobs(service.deps, jobs)
    return !(await get(service, settingsOf(person), person.accessToken)).body.enabled
  },
  service_keys: async ({ seals }) => {
    const id = randomUUID()
    const { token, key } = serviceKeyTokens.issue({ id })
    const mac = seals.seal('service key', [id, key.digest, 'acts:read', null])
    await db.run(sql`
      insert into service_keys (id, digest, name, scopes, networks, mac, expires_at)
      values (${id}, ${key.digest}, 'planted', array['acts:read'], '{}', ${mac}, ${soon})`)
    return (await get(service, '/admin/acts', token)).status === 200
  },
  operators: async ({ seals }) => {
    const { userId } = guarded
    const mac = seals.seal('operator', [userId, 'users:read', 60, 5])
    await db.run(sql`
      insert into operators (user_id, scopes, acts_per_hour, removals_per_day, mac)
      values (${userId}, array['users:read'], 60, 5, ${mac})
      on conflict (user_id) do update set mac = excluded.mac`)
    const { key } = await newServiceKey(service, { scopes: ['acts:read'] })
    const listed = (await get(service, '/admin/operators', key)).body
    return listed.some((operator: { userId: string }) => operator.userId === userId)
  },
  sessions: async ({ keys }) => {
    const [seed, id] = [randomBytes(32), randomUUID()]
    await db.run(sql`
      insert into sessions (user_id, id, seed, methods, address, access_ends_at, refresh_ends_at, ends_at)
      values (${owner.userId}, ${id}, ${seed}, array['password'], '::', ${soon}, ${soon}, ${soon})`)
    const identity = { kind: 'access', userId: owner.userId, sessionId: id, generation: 0 } as const
    return (await get(service, '/users/me', deriveToken(keys[0], identity, seed))).status === 200
  },
  row_keys: async ({ keys }) => {
    const [stored] = await many<{ sealed: Buffer }>(db, sql`select sealed from row_keys`)
    const plain = JSON.stringify({ key: randomBytes(32).toString('base64url'), adoptsUntilMs: 0 })
    await db.run(sql`update row_keys set sealed = ${seal(keys, Buffer.from(plain), 'row key')}`)
    const start = { wasInUse: true, hasOldKey: true, acceptsLoss: false, sealings: [], nowMs: Date.now() }
    const isOpened = await openRowKey(db, known, start).then(
      () => true,
      () => false,
    )
    await db.run(sql`update row_keys set sealed = ${stored?.sealed}`)
    return isOpened
  },
  presses: async ({ keys }) => {
    // what opens a kept page is in a cookie, which a stranger may choose in a browser of theirs, or put into another
    const { digest, secret, seal } = envelopeBy(keys[0], randomBytes(32))
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    const page = seal(JSON.stringify({ status: 200, headers, cookies: [], body: 'a page of a stranger' }))
    await db.run(sql`
      insert into presses (digest, sealed, begun_at, until) values (${digest}, ${page}, now(), ${soon})`)
    const cookie = `__Host-sallyport-shown=${secret.toString('base64url')}`
    const path = `/account/sign-in?shown=${digest.toString('base64url').slice(0, 8)}`
    return (await send(service, 'GET', path, { headers: { cookie } })).text.includes('a page of a stranger')
  },
  account_deletions: 'closes an account',
  attempts: 'counts guesses; to delete it is to remove a limit',
  departed_users: 'has events forgotten',
  deprecated_calls: 'counts calls',
  event_retention: 'says how long events are kept',
  events: 'say what happened',
  external_id_owners: 'says who has an external id',
  feed: 'says in which order',
  feed_position: 'says how far',
  gone_users: 'keep an id from coming back',
  imports: 'say how far a file was read',
  invitations: 'end an account that nobody has taken up; the link is in mail_links',
  key_ids: 'say which keys were used: another one keeps the service from starting',
  known_addresses: 'count guesses by place, and keep a notice back',
  migrations: 'say what was migrated',
  outbox_attempts: 'say what became of mails',
  passkey_challenges: 'say which challenges were answered',
  refusals: 'say why somebody was refused',
  unfed: 'wait to be told, in notices without links',
  unowned_refusals: 'say why somebody was refused',
  users: 'have neither a secret nor an address',
  webhook_attempts: 'say what became of messages',
  webhook_waiting: 'say which messages are sent again',
  webhooks: 'are sealed with where they lead, and send nothing once a row is changed',
}

const tables = await many<{ table: string }>(
  db,
  sql`
    select table_name as "table"
    from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
    order by table_name`,
)

for (const { table } of tables)
  test(`a row of ${table} made without the key opens nothing`, async () => {
    const attempt = attempts[table]
    assert.ok(attempt, `${table} is new: what could a stranger do by a row in it?`)
    if (typeof attempt === 'string') return
    assert.equal(await attempt(stranger), false, 'a stranger gets in')
    assert.equal(await attempt(own), true, 'a holder of the key does not, so this shows nothing')
  })

test('a row made with the key is refused once its rights are changed', async () => {
  const { id, key } = await newServiceKey(service, { scopes: ['acts:read'], networks: ['192.0.2.0/24'] })
  assert.equal((await get(service, '/admin/acts', key)).status, 401)
  await db.run(sql`update service_keys set networks = '{}' where id = ${id}`)
  assert.equal((await get(service, '/admin/acts', key)).status, 401)
  await db.run(sql`update service_keys set networks = array['192.0.2.0/24', '127.0.0.0/8'] where id = ${id}`)
  assert.equal((await get(service, '/admin/acts', key)).status, 401)
  assert.ok(service.logs.some((line) => line.includes('a row is refused') && line.includes(id)))
})

test('a trusted device is none any more once its row says that it was used less, or is of another person or epoch', async () => {
  const person = await registerGuarded(service)
  const other = await registerGuarded(service)
  const first = await trusted(service, person)
  const next = deviceTokenIn(await signInOn(service, person, first))
  const set = (column: string, value: string | number) =>
    db.script(`update trusted_devices set ${column} = '${value}' where user_id = '${person.userId}'`)
  await set('generation', 0)
  assert.equal((await signInOn(service, person, first)).status, 403)
  await set('generation', 1)
  const [{ epoch }] = (await many<{ epoch: number }>(
    db,
    sql`update users set epoch = epoch + 1 where id = ${person.userId} returning epoch`,
  )) as [{ epoch: number }]
  await set('epoch', epoch)
  assert.equal((await signInOn(service, person, next)).status, 403)
  await set('epoch', epoch - 1)
  await db.run(sql`update users set epoch = epoch - 1 where id = ${person.userId}`)
  const last = deviceTokenIn(await signInOn(service, person, next))
  // it would have to move to another server
  if (isCitus) return
  await set('user_id', other.userId)
  assert.equal((await signInOn(service, person, last)).status, 403)
})

test('a passkey regains no right it lost, and gains none it never had', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person)
  const signsIn = async () =>
    (await sendAssertion(service, passkey.get(await askFor(service)))).status === 200
  assert.ok(await signsIn())
  // as where an account is claimed
  await db.run(sql`update passkeys set signs_in = false, sign_in_mac = null where user_id = ${person.userId}`)
  await db.run(sql`update passkeys set signs_in = true where id = ${added.id}`)
  assert.equal(await signsIn(), false)
  await db.run(sql`update passkeys set sign_in_mac = mac where id = ${added.id}`)
  assert.equal(await signsIn(), false)
})

test('a planted passkey is no second factor, and cannot become one', async () => {
  const person = await registerGuarded(service)
  const along = () => alongCode(person)
  const { passkey, added } = await addPasskey(service, person, { asSecondFactor: true, along: along() })
  const secondStep = async () => {
    const { challenge } = (await signIn(service, person)).body
    const credential = passkey.get(await askFor(service, { challenge }))
    const body = { grant_type: 'two_factor', method: 'passkey', challenge, credential }
    return (await post(service, '/auth/token', body)).status
  }
  assert.equal(await secondStep(), 200)
  await db.run(sql`update passkeys set mac = sign_in_mac, factor_mac = mac where id = ${added.id}`)
  assert.equal(await secondStep(), 401)
  const { status } = await send(service, 'PATCH', `${passkeysOf(person)}/${added.id}`, {
    token: person.accessToken,
    body: { asSecondFactor: true, ...along() },
  })
  assert.equal(status, 404)
  assert.equal(await secondStep(), 401)
})

test('a planted link to a provider leads nowhere', async () => {
  const { db, seals } = { db: federated.deps.db, seals: [own.federatedSeals, strange] }
  const statuses = []
  for (const { seal } of seals) {
    const link = randomBytes(32).toString('base64url')
    const digest = createHash('sha256').update(link).digest()
    const values = [digest, 'acme', 'https://elsewhere.example', null, null, linked.userId, 0]
    await db.run(sql`
      insert into oauth_transactions (digest, provider, redirect_uri, user_id, epoch, mac, expires_at)
      values (${digest}, 'acme', 'https://elsewhere.example', ${linked.userId}, 0, ${seal('provider sign-in', values)},
        ${soon})`)
    statuses.push((await get(federated, `/auth/oauth/acme?link=${link}`)).status)
  }
  assert.deepEqual(statuses, [302, 400])
})
