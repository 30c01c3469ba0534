import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClient,
  isRefused,
  memoryStorage,
  Offline,
  type StorageLike,
} from '../../packages/client/src/index.ts'
import { codeIn, mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { newEmail } from '../support/people.ts'
import { appOf, wrongCode } from '../support/second-factor.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'
import { startWire } from '../support/wire.ts'

const password = 'a password of the tests'
const service = await startMailing({ TWO_FACTOR_RESET_DAYS: '3' })

/** A client with a storage of its own, and the line that it speaks over. */
const start = async () => {
  const wire = await startWire(service)
  const kept = new Map<string, string>()
  const storage: StorageLike = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  }
  const changes: string[] = []
  const sallyport = createClient({
    url: wire.address,
    storage,
    onChange: ({ state, cause }) => changes.push(`${state} ${cause}`),
  })
  return { sallyport, wire, kept, changes, storage }
}

const startRegistered = async () => {
  const email = newEmail()
  const started = await start()
  const registered = await started.sallyport.register({ email, password })
  assert.ok(registered.state === 'signed_in')
  const { account } = registered
  started.wire.asked.length = 0
  return { ...started, email, account }
}

/** Sets up a second factor. @returns the app, and its next code, each a step later than the last */
const guard = async ({ twoFactor }: Awaited<ReturnType<typeof start>>['sallyport']) => {
  const app = appOf(service, (await twoFactor.begin()).secret)
  const { backup } = await twoFactor.confirm(app.nextCode())
  return { app, code: app.nextCode, backup }
}

const refreshes = ({ asked }: { asked: string[] }) =>
  asked.filter((line) => line === 'POST /auth/token').length

const goStale = () => shiftRows(service, 960)

test('a person registers, signs in, is refreshed once the token is stale, and signs out', async () => {
  const { sallyport, wire, kept, changes, email } = await startRegistered()
  await sallyport.signOut()
  assert.equal(await sallyport.isSignedIn(), false)
  const step = await sallyport.signIn({ email, password })
  assert.equal(step.state === 'signed_in' && step.account.email, email)
  const before = kept.get('sallyport')
  await goStale()
  wire.asked.length = 0
  assert.equal((await sallyport.account.get()).email, email)
  assert.deepEqual(wire.asked, ['GET /users/me', 'POST /auth/token', 'GET /users/me'])
  assert.notEqual(kept.get('sallyport'), before)
  await sallyport.signOut()
  assert.equal(kept.size, 0)
  await assert.rejects(sallyport.account.get(), (error) => isRefused(error, 'unauthorized'))
  assert.deepEqual(changes, [
    'signed_in by_request',
    'signed_out by_request',
    'signed_in by_request',
    'signed_out by_request',
  ])
})

test('a refusal states the reason, typed by its code', async () => {
  const { sallyport, email } = await startRegistered()
  await assert.rejects(sallyport.register({ email, password }), (error) => {
    assert.ok(isRefused(error, 'invalid_fields'))
    assert.deepEqual(
      error.fields.map(({ field, rule }) => [field, rule]),
      [['email', 'database.unique']],
    )
    return error.status === 422 && error.message.includes('email')
  })
  await assert.rejects(
    sallyport.sessions.end('00000000-0000-7000-8000-000000000000'),
    (error) => isRefused(error, 'not_found') && error.status === 404,
  )
})

test('a wrong password is sent once', async () => {
  const { sallyport, wire, email } = await startRegistered()
  const wrong = { email, password: 'a wrong password' }
  await assert.rejects(sallyport.signIn(wrong), (error) => isRefused(error, 'invalid_credentials'))
  assert.deepEqual(wire.asked, ['POST /auth/token'])
  wire.asked.length = 0
  const change = { currentPassword: 'a wrong password', password: `${password}!` }
  await assert.rejects(sallyport.password.change(change), (error) => isRefused(error, 'invalid_credentials'))
  assert.deepEqual(wire.asked, ['PUT /users/me/password'])
})

test('a second factor is a second step, which survives a reload, and a wrong code costs one try', async () => {
  const { sallyport, wire, email, storage } = await startRegistered()
  const { app, code, backup } = await guard(sallyport)
  await sallyport.signOut()
  const step = await sallyport.signIn({ email, password })
  assert.ok(step.state === 'two_factor')
  assert.deepEqual(step.methods, ['totp', 'backup_code'])
  wire.asked.length = 0
  await assert.rejects(step.answer({ method: 'totp', code: wrongCode(app) }), (error) => {
    assert.ok(isRefused(error, 'wrong_code'))
    return error.details.attemptsLeft === 4
  })
  assert.deepEqual(wire.asked, ['POST /auth/token'])
  assert.deepEqual(
    await many(service.deps.db, sql`select count from attempts where kind = 'second factor'`),
    [{ count: 1 }],
  )
  const reloaded = createClient({ url: wire.address, storage })
  const resumed = await reloaded.resume()
  assert.ok(resumed?.state === 'two_factor')
  assert.equal((await resumed.answer({ method: 'totp', code: code() })).account.email, email)
  assert.equal(await sallyport.resume(), undefined)
  await sallyport.signIn({ email, password })
  const over = await sallyport.resume()
  assert.ok(over?.state === 'two_factor')
  await shiftRows(service, 600)
  await assert.rejects(over.answer({ method: 'totp', code: code() }), (error) =>
    isRefused(error, 'invalid_challenge'),
  )
  assert.equal(await sallyport.resume(), undefined, 'a challenge that is over is not offered again')
  const last = await sallyport.signIn({ email, password })
  assert.ok(last.state === 'two_factor')
  await last.answer({ method: 'totp', code: code() })
  assert.equal(await sallyport.isSignedIn(), true)
  const fresh = await sallyport.twoFactor.renewBackupCodes({ method: 'backup_code', code: backup[0]! })
  assert.equal(fresh.backup.length, 10)
  await sallyport.twoFactor.disable({ code: code() })
  assert.equal((await sallyport.twoFactor.settings()).enabled, false)
})

test('where everybody needs a second factor, a registration sets one up, after a reload, too', async () => {
  const strict = await startVariant(service, { config: { twoFactor: 'required' } })
  const written: string[] = []
  const memory = memoryStorage()
  const setItem = (key: string, value: string) => {
    written.push(value)
    return memory.setItem(key, value)
  }
  const storage = { ...memory, setItem }
  const sallyport = createClient({ url: strict.address, storage })
  const email = newEmail()
  const step = await sallyport.register({ email, password })
  assert.ok(step.state === 'two_factor_enrolment')
  assert.deepEqual([step.methods, await sallyport.isSignedIn()], [['totp', 'passkey'], false])
  const resumed = await createClient({ url: strict.address, storage }).resume()
  assert.ok(resumed?.state === 'two_factor_enrolment')
  const app = appOf(service, (await resumed.begin()).secret)
  await assert.rejects(resumed.confirm(wrongCode(app)), (error) => isRefused(error, 'wrong_code'))
  const { state, backup } = await resumed.confirm(app.code())
  assert.deepEqual([state, backup.length], ['signed_in', 10])
  for (const code of backup) assert.ok(!written.join().includes(code), 'codes are kept nowhere')
  assert.deepEqual([await sallyport.resume(), await sallyport.isSignedIn()], [undefined, true])
  const account = await sallyport.account.get()
  assert.deepEqual([account.email, account.twoFactor.enabled], [email, true])
  await sallyport.signOut()

  const late = await sallyport.register({ email: newEmail(), password })
  assert.ok(late.state === 'two_factor_enrolment')
  await shiftRows(service, 960)
  await assert.rejects(late.begin(), (error) => isRefused(error, 'invalid_challenge'))
  assert.equal(await sallyport.resume(), undefined, 'a setup that is over is not offered again')
})

test('the backup codes of a setup arrive, even if nothing gets through after its confirmation', async () => {
  const strict = await startVariant(service, { config: { twoFactor: 'required' } })
  const wire = await startWire(strict)
  const sallyport = createClient({ url: wire.address, storage: 'memory' })
  const email = newEmail()
  const step = await sallyport.register({ email, password })
  assert.ok(step.state === 'two_factor_enrolment')
  const app = appOf(service, (await step.begin()).secret)
  wire.loses = (line) => line !== 'PATCH /auth/two-factor/enrolment'
  const { backup } = await step.confirm(app.code())
  assert.deepEqual([backup.length, await sallyport.isSignedIn()], [10, true])
  await assert.rejects(sallyport.account.get(), Offline)
  wire.loses = () => false
  assert.equal((await sallyport.account.get()).email, email)
})

test('a second step stored by an earlier version, without its code, is no setup', async () => {
  const { sallyport, wire, email, storage, kept } = await startRegistered()
  const { code } = await guard(sallyport)
  await sallyport.signOut()
  await sallyport.signIn({ email, password })
  const { code: _, ...earlier } = JSON.parse(kept.get('sallyport.step') ?? '')
  kept.set('sallyport.step', JSON.stringify(earlier))
  const resumed = await createClient({ url: wire.address, storage }).resume()
  assert.ok(resumed?.state === 'two_factor')
  assert.equal((await resumed.answer({ method: 'totp', code: code() })).account.email, email)
})

test('several authenticator apps can be set up, named and removed, with a second factor in the request', async () => {
  const { sallyport } = await startRegistered()
  const { code } = await guard(sallyport)
  await assert.rejects(sallyport.authenticators.begin({ name: 'tablet' }), (error) => {
    assert.ok(isRefused(error, 'factor_required'))
    return error.details.methods.includes('totp')
  })
  const begun = await sallyport.authenticators.begin({ name: 'tablet', code: code() })
  const { id } = await sallyport.authenticators.confirm(appOf(service, begun.secret).code())
  assert.equal((await sallyport.authenticators.rename(id, 'old tablet')).name, 'old tablet')
  assert.equal((await sallyport.authenticators.list()).length, 2)
  await sallyport.authenticators.remove(id)
  assert.equal((await sallyport.authenticators.list()).length, 1)
})

test('every mailed link and code works through the client', async () => {
  const { sallyport, email, changes } = await startRegistered()
  const mail = await nextMail(service, email)
  await sallyport.email.verify({ email, code: codeIn(mail) })
  assert.equal((await sallyport.account.get()).emailVerified, true)
  await assert.rejects(sallyport.email.resend(), (error) => isRefused(error, 'already_verified'))

  const next = newEmail()
  await sallyport.email.change(next)
  await sallyport.email.verify({ token: tokenIn(await nextMail(service, next)) })
  assert.equal((await sallyport.account.get()).email, next)
  await sallyport.email.undo({ token: tokenIn(await nextMail(service, email, 'was changed')) })
  await sallyport.signIn({ email, password })

  await mailsTo(service, email)
  await sallyport.password.forgot(email)
  const reset = await nextMail(service, email, 'Set a new password')
  await sallyport.password.reset({ token: tokenIn(reset), password: 'another password of the tests' })
  await assert.rejects(sallyport.account.get(), (error) => isRefused(error, 'unauthorized'))
  assert.equal(changes.at(-1), 'signed_out expired')
  assert.equal(await sallyport.isSignedIn(), false)
})

test('sessions, events, emails, export and closing an account work', async () => {
  const { sallyport, wire, email, account } = await startRegistered()
  const elsewhere = await start()
  await elsewhere.sallyport.signIn({ email, password })
  const other = (await sallyport.sessions.list()).find(({ current }) => !current)
  await sallyport.sessions.end(other!.id)
  await assert.rejects(elsewhere.sallyport.account.get(), (error) => isRefused(error, 'unauthorized'))
  assert.equal((await sallyport.account.events({ limit: 1 })).events.length, 1)
  assert.ok((await sallyport.account.mails()).mails)
  assert.equal((await sallyport.account.export()).id, account.id)
  assert.deepEqual(await sallyport.providers(), [])
  assert.ok((await sallyport.account.close())?.deletesAt)
  wire.asked.length = 0
  await sallyport.sessions.endAll().catch(() => {})
})

test('fifty calls at once with a stale token refresh once', async () => {
  const { sallyport, wire } = await startRegistered()
  await goStale()
  wire.asked.length = 0
  wire.delayMs = () => 100
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => sallyport.fetch(`${wire.address}/users/me`)),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(refreshes(wire), 1)
})

test('if the session is over and another tab signed in meanwhile, the next call is theirs, and this one is not', async () => {
  const { sallyport, wire, kept, changes, email } = await startRegistered()
  const other = await start()
  await other.sallyport.signIn({ email, password })
  await sallyport.sessions
    .list()
    .then((sessions) =>
      Promise.all(
        sessions.filter(({ current }) => current).map(({ id }) => other.sallyport.sessions.end(id)),
      ),
    )
  changes.length = 0
  wire.delayMs = (line) => {
    if (line === 'POST /auth/token') kept.set('sallyport', other.kept.get('sallyport') ?? '')
    return 0
  }
  await assert.rejects(sallyport.account.get(), { code: 'unauthorized' })
  assert.equal((await sallyport.account.get()).email, email)
  assert.deepEqual(changes, [])
})

test('a stream is never sent twice, and anything else may be', async () => {
  const { sallyport, wire, kept } = await startRegistered()
  const path = '/users/me/sessions/00000000-0000-7000-8000-000000000000'
  const stream = () =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{}'))
        controller.close()
      },
    })
  const bodies: Record<string, () => RequestInit> = {
    'a text': () => ({ body: '{}' }),
    bytes: () => ({ body: new TextEncoder().encode('{}') }),
    'a blob': () => ({ body: new Blob(['{}']) }),
  }
  for (const [name, init] of Object.entries(bodies)) {
    await goStale()
    wire.asked.length = 0
    const headers = { 'Content-Type': 'application/json' }
    const answer = await sallyport.fetch(wire.address + path, { method: 'DELETE', headers, ...init() })
    assert.equal(answer.status, 404, name)
    assert.deepEqual(wire.asked, [`DELETE ${path}`, 'POST /auth/token', `DELETE ${path}`], name)
  }
  await goStale()
  wire.asked.length = 0
  const type = { headers: { 'Content-Type': 'application/json' } }
  const streamed = { ...type, method: 'DELETE', body: stream(), duplex: 'half' } as RequestInit
  assert.equal((await sallyport.fetch(wire.address + path, streamed)).status, 401)
  const request = new Request(wire.address + path, { ...type, method: 'DELETE', body: '{}' })
  assert.equal((await sallyport.fetch(request)).status, 401)
  assert.deepEqual(wire.asked, [`DELETE ${path}`, `DELETE ${path}`])

  const { id, pair } = JSON.parse(kept.get('sallyport') ?? '')
  pair.accessToken.expiresAt = new Date(Date.now() + 20_000).toISOString()
  kept.set('sallyport', JSON.stringify({ id, pair }))
  wire.asked.length = 0
  const later = { ...type, method: 'DELETE', body: stream(), duplex: 'half' } as RequestInit
  assert.equal((await sallyport.fetch(wire.address + path, later)).status, 404)
  assert.deepEqual(wire.asked, ['POST /auth/token', `DELETE ${path}`], 'refreshed before, by the clock')
})

test('the token is sent to the named origins, and to no other', async () => {
  const { wire, storage } = await startRegistered()
  const seen: [string, string | null][] = []
  const sallyport = createClient({
    url: wire.address,
    storage,
    origins: ['https://api.example.com/orders'],
    fetch: async (target, init) => {
      const address = target instanceof Request ? target.url : `${target}`
      seen.push([address, new Headers(init?.headers).get('Authorization')?.slice(0, 13) ?? null])
      return new Response('{}')
    },
  })
  const own = { headers: { Authorization: 'Bearer mine.of.mine' } }
  await sallyport.fetch('https://api.example.com/orders')
  await sallyport.fetch('https://api.example.com.evil.example/')
  await sallyport.fetch(new Request('https://api.example.com:8443/'))
  await sallyport.fetch('http://api.example.com/')
  await sallyport.fetch('/relative')
  await sallyport.fetch('https://api.example.com/orders', own)
  assert.deepEqual(
    seen.map(([, token]) => token),
    ['Bearer sp_at_', null, null, null, 'Bearer sp_at_', 'Bearer mine.o'],
  )
  assert.equal(seen[4]?.[0], `${wire.address}/relative`)
})
