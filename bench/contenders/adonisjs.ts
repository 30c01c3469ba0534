import { strict as assert } from 'node:assert'
import { fileURLToPath } from 'node:url'
import { ask, json, password, uniqueEmail } from '../ask.ts'
import type { Operation, Service } from '../contender.ts'

type AccessToken = { type: 'bearer'; token: string }

const registerBody = (email: string) => ({ email, password, password_confirmation: password })

const register = async (base: string) => {
  const email = uniqueEmail()
  const { token } = (await ask(base, 'POST', '/register', registerBody(email), 201)) as AccessToken
  return { email, token }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const acceptToken = (expected: number) => (status: number, body: string) => {
  assert.equal(status, expected)
  assert.match((JSON.parse(body) as AccessToken).token, /^oat_/)
}

const check: Operation = {
  prepare: async (base) => {
    const { email, token } = await register(base)
    return {
      next: { method: 'GET', path: '/me', headers: bearer(token) },
      accept: (status, body) => {
        assert.equal(status, 200)
        assert.equal((JSON.parse(body) as { email: string }).email, email)
      },
    }
  },
}

const refresh: Operation = {
  prepare: async (base) => {
    let { token } = await register(base)
    return {
      next: () => json('/refresh', {}, bearer(token)),
      accept: (status, body) => {
        assert.equal(status, 200)
        const next = JSON.parse(body) as AccessToken
        assert.notEqual(next.token, token)
        token = next.token
      },
    }
  },
}

const signIn: Operation = {
  prepare: async (base) => {
    const { email } = await register(base)
    return { next: json('/sign-in', { email, password }), accept: acceptToken(200) }
  },
}

const registration: Operation = {
  prepare: async () => ({
    next: () => json('/register', registerBody(uniqueEmail())),
    accept: acceptToken(201),
  }),
}

const root = fileURLToPath(new URL('../peers/', import.meta.url))

export const adonisjs: Service = {
  name: 'adonisjs',
  program: `${root}adonisjs/main.ts`,
  // At its start it trips over a warning that is newer than it is
  nodeArguments: ['--no-warnings'],
  install: {
    root,
    packages: ['@adonisjs/auth', '@adonisjs/core', '@adonisjs/lucid', '@vinejs/vine', 'luxon', 'pg'],
  },
  readyPath: '/ready',
  operations: {
    check,
    refresh,
    'sign-in': signIn,
    register: registration,
    'check-beside-sign-ins': { ...check, beside: signIn },
  },
}
