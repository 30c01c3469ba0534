import { strict as assert } from 'node:assert'
import { fileURLToPath } from 'node:url'
import { ask, uniqueEmail } from '../ask.ts'
import type { Operation, Service } from '../contender.ts'

type Tokens = { access_token: string; refresh_token: string }

const prepare = async (base: string) => {
  const email = uniqueEmail()
  return { email, tokens: (await ask(base, 'POST', '/prepare', { email }, 200)) as Tokens }
}

const check: Operation = {
  prepare: async (base) => {
    const { email, tokens } = await prepare(base)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    return {
      next: { method: 'GET', path: '/me', headers },
      accept: (status, body) => {
        assert.equal(status, 200)
        assert.equal((JSON.parse(body) as { email: string }).email, email)
      },
    }
  },
}

const refresh: Operation = {
  prepare: async (base) => {
    let { tokens } = await prepare(base)
    return {
      next: () => ({
        method: 'POST',
        path: '/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `grant_type=refresh_token&client_id=app&refresh_token=${tokens.refresh_token}`,
      }),
      accept: (status, body) => {
        assert.equal(status, 200)
        const next = JSON.parse(body) as Tokens
        assert.notEqual(next.refresh_token, tokens.refresh_token)
        assert.notEqual(next.access_token, tokens.access_token)
        tokens = next
      },
    }
  },
}

const root = fileURLToPath(new URL('../peers/', import.meta.url))

/** It does not cover signing in and registering, so neither is measured. */
export const oidcProvider: Service = {
  name: 'oidc-provider',
  program: `${root}oidc-provider/main.ts`,
  install: { root, packages: ['oidc-provider', 'pg'] },
  readyPath: '/.well-known/openid-configuration',
  operations: { check, refresh },
}
