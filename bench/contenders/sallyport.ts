import { strict as assert } from 'node:assert'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { URI } from 'otpauth'
import type {
  Account,
  BackupCodes,
  Enrolment,
  Introspection,
  Introspections,
  PasskeyCreation,
  PasskeyRequest,
  TokenPair,
  TwoFactorRequired,
} from '../../contract/wire.ts'
import manifest from '../../package.json' with { type: 'json' }
import { newPasskey } from '../../src/test-mode/authenticator.ts'
import { ask, benchmarkAddress, json, type Method, password, uniqueEmail } from '../ask.ts'
import type { Operation, Request, Service, Turn } from '../contender.ts'
import { populate } from '../populate.ts'
import { insertServiceKey, serviceKey } from '../service-key.ts'
import { newVisitor } from '../visitor.ts'

const publicUrl = 'http://localhost'

const register = async (base: string) => {
  const email = uniqueEmail()
  const body = { email, password, passwordConfirmation: password }
  const pair = (await ask(base, 'POST', '/auth/register', body, 201)) as TokenPair
  return { email, pair }
}

const check: Operation = {
  prepare: async (base) => {
    const { email, pair } = await register(base)
    const headers = { authorization: `Bearer ${pair.accessToken.token}` }
    return {
      next: { method: 'GET', path: '/users/me', headers },
      accept: (status, body) => {
        assert.equal(status, 200)
        assert.equal((JSON.parse(body) as Account).email, email)
      },
    }
  },
}

const keyed = { authorization: `Bearer ${serviceKey}` }

const introspect: Operation = {
  prepare: async (base) => {
    const { pair } = await register(base)
    return {
      next: json('/auth/introspect', { token: pair.accessToken.token }, keyed),
      accept: (status, body) => {
        assert.equal(status, 200, body)
        assert.equal((JSON.parse(body) as Introspection).active, true)
      },
    }
  },
}

let hundred: Promise<string[]> | undefined
/** Of the same people. Their access tokens live for fifteen minutes, and a run may last longer. */
const hundredMs = 5 * 60_000

const registerHundred = async (base: string) => {
  setTimeout(() => {
    hundred = undefined
  }, hundredMs).unref()
  const tokens: string[] = []
  while (tokens.length < 100) tokens.push((await register(base)).pair.accessToken.token)
  return tokens
}

/** A hundred people, the same for all connections. All of the first answer is looked at, and the others are as long. */
const introspectBatch: Operation = {
  prepare: async (base) => {
    hundred ??= registerHundred(base)
    let characters: number | undefined
    return {
      next: json('/auth/introspect/batch', { tokens: await hundred }, keyed),
      accept: (status, body) => {
        assert.equal(status, 200, body)
        if (characters === undefined) {
          const { results } = JSON.parse(body) as Introspections
          assert.deepEqual([results.length, results.every(({ active }) => active)], [100, true])
        }
        characters ??= body.length
        assert.equal(body.length, characters)
      },
    }
  },
}

const refresh: Operation = {
  prepare: async (base) => {
    let { pair } = await register(base)
    return {
      next: () => json('/auth/token', { grant_type: 'refresh_token', token: pair.refreshToken.token }),
      accept: (status, body) => {
        assert.equal(status, 200)
        const next = JSON.parse(body) as TokenPair
        assert.notEqual(next.refreshToken.token, pair.refreshToken.token)
        pair = next
      },
    }
  },
}

/** Fewer than an account may have, so that none has to be ended for another. */
const fewSessions = 15
/** An account has sixty sign-ins an hour. */
const signInsEach = 60

const endAllSessions = (accessToken: string): Request => ({
  method: 'DELETE',
  path: '/users/me/sessions',
  headers: { authorization: `Bearer ${accessToken}` },
})

type Owner = Awaited<ReturnType<typeof register>>

/**
 * Signs people in, one after the other, as often as each may, and ends their sessions now and then, which doesn't count.
 * @param nextStep what leads to the next sign-in of somebody
 */
const signingIn = async <Somebody extends Owner>(
  base: string,
  count: number,
  newSomebody: (base: string) => Promise<Somebody>,
  nextStep: (somebody: Somebody) => Request,
): Promise<Turn> => {
  const people: Somebody[] = []
  while (people.length < count) people.push(await newSomebody(base))
  let person = people.pop() as Somebody
  let token = person.pair.accessToken.token
  let sessions = 1
  let left = signInsEach
  return {
    next: () => (sessions < fewSessions ? nextStep(person) : endAllSessions(token)),
    accept: (status, body) => {
      if (status === 204) {
        sessions = 0
        return false
      }
      assert.equal(status, 200, body)
      const answer = JSON.parse(body) as PasskeyRequest | TokenPair
      if ('publicKey' in answer) {
        Object.assign(person, { asked: answer })
        return false
      }
      token = answer.accessToken.token
      sessions++
      left--
      const next = left === 0 ? people.pop() : undefined
      if (next) {
        person = next
        token = person.pair.accessToken.token
        sessions = 1
        left = signInsEach
      }
      return true
    },
  }
}

const signInOf = (base: string, people: number): Promise<Turn> =>
  signingIn(base, people, register, ({ email }) =>
    json('/auth/token', { grant_type: 'password', email, password }),
  )

const signIn: Operation = { prepare: (base) => signInOf(base, 4) }

/** By people who ask again at once when they are turned away, which doesn't count. */
const insistentSignIn: Operation = {
  settlesSeconds: 4,
  prepare: async (base) => {
    const { next, accept } = await signInOf(base, 1)
    return { next, accept: (status, body) => status !== 503 && accept(status, body) }
  },
}

/** With the challenge that it answers, and an authenticator of this very process. */
const passkeySignIn: Operation = {
  prepare: (base) =>
    signingIn(base, 12, registerPasskey, (person) => {
      const { asked, passkey } = person
      person.asked = undefined
      return asked
        ? json('/auth/token', { grant_type: 'passkey', credential: passkey.get(asked) })
        : json('/auth/passkeys/challenge', {})
    }),
}

const registerPasskey = async (base: string) => {
  const owner = await register(base)
  const passkey = newPasskey({ origin: publicUrl })
  const call = (method: Method, body: object) =>
    ask(base, method, '/users/me/passkeys', body, 201, owner.pair.accessToken.token)
  const begun = (await call('POST', {})) as PasskeyCreation
  await call('PUT', { credential: passkey.create(begun) })
  const asked: PasskeyRequest | undefined = undefined
  return { ...owner, passkey, asked: asked as PasskeyRequest | undefined }
}

/** From any address: of one, few are taken. */
const registration: Operation = {
  prepare: async () => ({
    next: () =>
      json(
        '/auth/register',
        { email: uniqueEmail(), password, passwordConfirmation: password },
        { 'x-forwarded-for': benchmarkAddress() },
      ),
    accept: (status, body) => {
      assert.equal(status, 201)
      assert.match((JSON.parse(body) as TokenPair).accessToken.token, /^sp_at_/)
    },
  }),
}

// Each sign-in spends a backup code; the last one of a set gets a new set, which is a tenth of the work
const secondFactor: Operation = {
  prepare: async (base) => {
    const { email, pair } = await register(base)
    const call = (method: Method, path: string, body: object | undefined, status: number) =>
      ask(base, method, path, body, status, pair.accessToken.token)
    const { id } = (await call('GET', '/users/me', undefined, 200)) as Account
    const settings = `/users/${id}/settings/2fa`
    const { uri } = (await call('POST', settings, undefined, 201)) as Enrolment
    let { backup: codes } = (await call(
      'PATCH',
      settings,
      { code: URI.parse(uri).generate() },
      200,
    )) as BackupCodes
    const headers = { authorization: `Bearer ${pair.accessToken.token}` }
    let challenge: string | undefined

    return {
      next: () => {
        const withCode = { method: 'backup_code', code: codes.shift() }
        if (codes.length === 0) return json(`${settings}/backup-codes`, withCode, headers)
        if (challenge) return json('/auth/token', { grant_type: 'two_factor', challenge, ...withCode })
        codes.unshift(withCode.code as string)
        return json('/auth/token', { grant_type: 'password', email, password })
      },
      accept: (status, body) => {
        const answer = JSON.parse(body) as Partial<TwoFactorRequired & BackupCodes & TokenPair>
        if (answer.backup) codes = answer.backup
        challenge = answer.challenge
        assert.equal(status, challenge ? 403 : 200, body)
        return answer.accessToken !== undefined
      },
    }
  },
}

/** What somebody who is signed in sees of their account. */
const page: Operation = {
  prepare: async (base) => ({
    next: {
      method: 'GET',
      path: '/account',
      headers: { cookie: await newVisitor(base), accept: 'text/html' },
    },
    accept: (status, body) => {
      assert.equal(status, 200, body)
      assert.match(body, /<\/html>/)
    },
  }),
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const root = path('../../')

export const sallyport: Service = {
  name: 'sallyport',
  program: join(root, 'src/main.ts'),
  nodeArguments: ['--import', join(root, 'src/compile-cache.js')],
  environment: () => ({
    SECRET_KEY: 'a secret of the benchmark that nobody else may use',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: 'loopback',
    // all connections come from one address
    SIGN_INS_PER_ADDRESS: '1000000',
  }),
  populate: async (url, say) => {
    await populate(url, { users: 1_000, deadSessions: 0 }, say)
    await insertServiceKey(url)
  },
  install: { root, packages: Object.keys(manifest.dependencies) },
  readyPath: '/health/ready',
  operations: {
    check,
    introspect,
    'introspect-batch': introspectBatch,
    refresh,
    'sign-in': signIn,
    'sign-in-overload': insistentSignIn,
    passkey: passkeySignIn,
    'second-factor': secondFactor,
    page,
    register: registration,
    'check-beside-sign-ins': { ...check, beside: signIn },
  },
}

const { install: _, ...withoutInstallation } = sallyport
// these need a key, which only a server's database is given
const { introspect: _one, 'introspect-batch': _all, ...ownOperations } = sallyport.operations

const before = process.env.BENCH_BEFORE

/** Another checkout with its packages, in turns with this one: what does a change cost? */
export const earlier: Service[] = before
  ? [
      {
        ...withoutInstallation,
        name: 'sallyport-before',
        program: resolve(before, 'src/main.ts'),
        nodeArguments: ['--import', resolve(before, 'src/compile-cache.js')],
      },
    ]
  : []

export const twoProcesses: Service = { ...withoutInstallation, name: 'sallyport-two', processes: 2 }

export const embedded: Service = {
  ...withoutInstallation,
  name: 'sallyport-embedded',
  isEmbedded: true,
  populate: async () => {},
  operations: ownOperations,
}

export const million: Service = {
  ...withoutInstallation,
  name: 'sallyport-million',
  populate: (url, say) => populate(url, { users: 1_000_000, deadSessions: 10_000_000 }, say),
  operations: { check, refresh },
}
