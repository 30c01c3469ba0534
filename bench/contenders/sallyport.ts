import { strict as assert } from 'node:assert'
import { fileURLToPath } from 'node:url'
import type { Account, TokenPair } from '../../contract/wire.ts'
import { ask, json, password, uniqueEmail } from '../ask.ts'
import type { Contender, Operation } from '../contender.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

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
      next: () => ({ method: 'GET', path: '/users/me', headers }),
      accept: (status, body) => {
        assert.equal(status, 200)
        assert.equal((JSON.parse(body) as Account).email, email)
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

const signIn: Operation = {
  prepare: async (base) => {
    const { email } = await register(base)
    return {
      next: () => json('/auth/token', { grant_type: 'password', email, password }),
      accept: (status, body) => {
        assert.equal(status, 200)
        assert.match((JSON.parse(body) as TokenPair).accessToken.token, /^sp_at_/)
      },
    }
  },
}

const registration: Operation = {
  prepare: async () => ({
    next: () => json('/auth/register', { email: uniqueEmail(), password, passwordConfirmation: password }),
    accept: (status, body) => {
      assert.equal(status, 201)
      assert.match((JSON.parse(body) as TokenPair).accessToken.token, /^sp_at_/)
    },
  }),
}

export const sallyport: Contender = {
  name: 'sallyport',
  program: path('../../src/main.ts'),
  nodeArguments: ['--import', path('../../src/compile-cache.js')],
  environment: { SECRET_KEY: 'a secret of the benchmark that nobody else may use', LOG_LEVEL: 'warn' },
  readyPath: '/health/ready',
  operations: { check, refresh, 'sign-in': signIn, register: registration },
}
