import { strict as assert } from 'node:assert'
import { fileURLToPath } from 'node:url'
import type { Account } from '../../contract/wire.ts'
import { ask, uniqueEmail } from '../ask.ts'
import type { Floor, Service } from '../contender.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Only the hash: no sign-in and no registration can be faster. */
export const argon2: Floor = {
  name: 'argon2',
  floors: { 'sign-in': path('../floors/argon2.ts'), register: path('../floors/argon2.ts') },
}

/** Only the statement of a refresh, without the web. */
export const pg: Floor = { name: 'pg', floors: { refresh: path('../floors/pg.ts') } }

/** The same without Node, by the `pgbench` that `BENCH_PGBENCH` names. */
export const pgbench: Floor = { name: 'pgbench', floors: { refresh: path('../floors/pgbench.ts') } }

/** Only the web, without a database. */
export const nodeHttp: Service = {
  name: 'node-http',
  program: path('../floors/node-http.ts'),
  readyPath: '/',
  operations: {
    check: {
      prepare: async () => ({
        next: { method: 'GET', path: '/users/me' },
        accept: (status, body) => {
          assert.equal(status, 200)
          assert.ok((JSON.parse(body) as Account).email)
        },
      }),
    },
  },
}

/** A look-up by the hash of a token in a bare Fastify, a query a request. */
export const fastify: Service = {
  name: 'fastify',
  program: path('../floors/fastify.ts'),
  readyPath: '/health/ready',
  operations: {
    check: {
      prepare: async (base) => {
        const email = uniqueEmail()
        const { token } = (await ask(base, 'POST', '/sessions', { email }, 200)) as { token: string }
        const headers = { authorization: `Bearer ${token}` }
        return {
          next: { method: 'GET', path: '/users/me', headers },
          accept: (status, body) => {
            assert.equal(status, 200)
            assert.equal((JSON.parse(body) as Account).email, email)
          },
        }
      },
    },
  },
}
