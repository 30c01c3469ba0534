import { strict as assert } from 'node:assert'
import { join } from 'node:path'
import pg from 'pg'
import { ask, json, password, uniqueEmail } from '../ask.ts'
import type { Operation, Service } from '../contender.ts'

type Session = { access_token: string; refresh_token: string; user: { email: string } }

const register = async (base: string) =>
  (await ask(base, 'POST', '/signup', { email: uniqueEmail(), password }, 200)) as Session

const acceptSession = (status: number, body: string): Session => {
  assert.equal(status, 200, body)
  const session = JSON.parse(body) as Session
  assert.match(session.access_token, /^ey/)
  return session
}

const check: Operation = {
  prepare: async (base) => {
    const { access_token: token, user } = await register(base)
    return {
      next: { method: 'GET', path: '/user', headers: { authorization: `Bearer ${token}` } },
      accept: (status, body) => {
        assert.equal(status, 200, body)
        assert.equal((JSON.parse(body) as Session['user']).email, user.email)
      },
    }
  },
}

const refresh: Operation = {
  prepare: async (base) => {
    let { refresh_token: token } = await register(base)
    return {
      next: () => json('/token?grant_type=refresh_token', { refresh_token: token }),
      accept: (status, body) => {
        const next = acceptSession(status, body).refresh_token
        assert.notEqual(next, token)
        token = next
      },
    }
  },
}

const signIn: Operation = {
  prepare: async (base) => {
    const { user } = await register(base)
    return {
      next: json('/token?grant_type=password', { email: user.email, password }),
      accept: acceptSession,
    }
  },
}

const registration: Operation = {
  prepare: async () => ({
    next: () => json('/signup', { email: uniqueEmail(), password }),
    accept: acceptSession,
  }),
}

const schema = 'auth'

/** Supabase Auth. @param folder a checkout of supabase/auth in which `go build -o auth .` was run */
export const gotrue = (folder: string): Service => ({
  name: 'gotrue',
  program: join(folder, 'auth'),
  isBinary: true,
  environment: ({ url }) => ({
    DATABASE_URL: `${url}?search_path=${schema}`,
    DB_NAMESPACE: schema,
    GOTRUE_DB_DRIVER: 'postgres',
    GOTRUE_DB_MIGRATIONS_PATH: join(folder, 'migrations'),
    // as many as ours; it would open and close one for almost every request
    GOTRUE_DB_MAX_POOL_SIZE: '10',
    GOTRUE_DB_MAX_IDLE_POOL_SIZE: '10',
    GOTRUE_JWT_SECRET: 'a secret of the benchmark that nobody else may use',
    GOTRUE_API_HOST: '127.0.0.1',
    GOTRUE_SITE_URL: 'http://localhost',
    API_EXTERNAL_URL: 'http://localhost',
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    GOTRUE_LOG_LEVEL: 'fatal',
  }),
  setUp: async (url) => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`create schema ${schema}`).finally(() => client.end())
  },
  readyPath: '/health',
  operations: {
    check,
    refresh,
    'sign-in': signIn,
    register: registration,
    'check-beside-sign-ins': { ...check, beside: signIn },
  },
})
