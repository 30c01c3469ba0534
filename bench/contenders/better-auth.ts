import { strict as assert } from 'node:assert'
import { fileURLToPath } from 'node:url'
import { json, password, uniqueEmail } from '../ask.ts'
import type { Operation, Service } from '../contender.ts'

type Session = { session: { updatedAt: string }; user: { email: string } }

const signUpRequest = (base: string, email: string) =>
  json('/api/auth/sign-up/email', { name: 'Ada', email, password }, { origin: base })

/** The names of the two cookies: the session, and with the cookie cache a signed copy of what it holds. */
const cookieName = /^better-auth\.session_(token|data)=/

/** @returns the address and the cookies that a browser would send from now on */
const signUp = async (base: string, cookies: number) => {
  const email = uniqueEmail()
  const { path, ...request } = signUpRequest(base, email)
  const response = await fetch(base + path, request)
  assert.equal(response.status, 200, await response.text())
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string)
  const sent = pairs.filter((pair) => cookieName.test(pair))
  assert.equal(sent.length, cookies)
  return { email, headers: { origin: base, cookie: sent.join('; ') } }
}

/** @param cookies how many cookies the session has */
export const checkWith = (cookies: number): Operation => ({
  prepare: async (base) => {
    const { email, headers } = await signUp(base, cookies)
    return {
      next: { method: 'GET', path: '/api/auth/get-session', headers },
      accept: (status, body) => {
        assert.equal(status, 200)
        assert.equal((JSON.parse(body) as Session).user.email, email)
      },
    }
  },
})

// Sessions are extended, not rotated: the cookie stays, the end of the session moves
const refresh: Operation = {
  prepare: async (base) => {
    const { headers } = await signUp(base, 1)
    let askedMs = 0
    return {
      next: () => {
        askedMs = Date.now()
        return json('/api/auth/get-session', {}, headers)
      },
      accept: (status, body) => {
        assert.equal(status, 200)
        assert.ok(Date.parse((JSON.parse(body) as Session).session.updatedAt) >= askedMs)
      },
    }
  },
}

const check = checkWith(1)

const signIn: Operation = {
  prepare: async (base) => {
    const { email } = await signUp(base, 1)
    return {
      next: json('/api/auth/sign-in/email', { email, password }, { origin: base }),
      accept: (status, body) => {
        assert.equal(status, 200)
        assert.match((JSON.parse(body) as { token: string }).token, /^\w{32}$/)
      },
    }
  },
}

const registration: Operation = {
  prepare: async (base) => ({
    next: () => signUpRequest(base, uniqueEmail()),
    accept: (status, body) => {
      assert.equal(status, 200)
      assert.match((JSON.parse(body) as { token: string }).token, /^\w{32}$/)
    },
  }),
}

const root = fileURLToPath(new URL('../peers/', import.meta.url))

export const betterAuth: Service = {
  name: 'better-auth',
  program: `${root}better-auth/main.ts`,
  install: { root, packages: ['better-auth', 'pg'] },
  readyPath: '/api/auth/ok',
  operations: {
    check,
    refresh,
    'sign-in': signIn,
    register: registration,
    'check-beside-sign-ins': { ...check, beside: signIn },
  },
}
