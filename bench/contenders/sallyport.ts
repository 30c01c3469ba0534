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
import { newPasskey } from '../../test/support/authenticator.ts'
import { ask, benchmarkAddress, json, type Method, password, uniqueEmail } from '../ask.ts'
import type { Operation, Request, Service } from '../contender.ts'
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

const endAllSessions = (accessToken: string): Request => ({
  method: 'DELETE',
  path: '/users/me/sessions',
  headers: { authorization: `Bearer ${accessToken}` },
})

const signIn: Operation = {
  prepare: async (base) => {
    const { email, pair } = await register(base)
    let token = pair.accessToken.token
    let sessions = 1
    return {
      next: () =>
        sessions < fewSessions
          ? json('/auth/token', { grant_type: 'password', email, password })
          : endAllSessions(token),
      accept: (status, body) => {
        if (status === 204) {
          sessions = 0
          return false
        }
        assert.equal(status, 200)
        token = (JSON.parse(body) as TokenPair).accessToken.token
        sessions++
        return true
      },
    }
  },
}

/** By people who ask again at once when they are turned away, which doesn't count. */
const insistentSignIn: Operation = {
  settlesSeconds: 4,
  prepare: async (base) => {
    const { next, accept } = await signIn.prepare(base)
    return { next, accept: (status, body) => status !== 503 && accept(status, body) }
  },
}

/** With the challenge that it answers, and an authenticator of this very process. Nobody is signed in hundreds of times. */
const passkeySignIn: Operation = {
  prepare: async (base) => {
    const { pair } = await register(base)
    const passkey = newPasskey({ origin: publicUrl })
    const call = (method: Method, body: object) =>
      ask(base, method, '/users/me/passkeys', body, 201, pair.accessToken.token)
    const begun = (await call('POST', {})) as PasskeyCreation
    await call('PUT', { credential: passkey.create(begun) })
    let asked: PasskeyRequest | undefined
    let token = pair.accessToken.token
    let sessions = 1
    return {
      next: () => {
        if (asked) return json('/auth/token', { grant_type: 'passkey', credential: passkey.get(asked) })
        if (sessions < fewSessions) return json('/auth/passkeys/challenge', {})
        return endAllSessions(token)
      },
      accept: (status, body) => {
        if (status === 204) {
          sessions = 0
          return false
        }
        assert.equal(status, 200, body)
        const answer = JSON.parse(body) as PasskeyRequest | TokenPair
        asked = 'publicKey' in answer ? answer : undefined
        if ('publicKey' in answer) return false
        token = answer.accessToken.token
        sessions++
        return true
      },
    }
  },
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
