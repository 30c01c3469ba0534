import { createServer } from 'node:http'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'

const port = Number(process.env.PORT)

const options: BetterAuthOptions = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'a secret of the benchmark that nobody else may use',
  database: new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 }),
  emailAndPassword: { enabled: true },
  session: {
    // By default a session is extended once a day, within any GET. Deferred, a GET only reads and a POST extends;
    // with no age to wait for, each POST does.
    deferSessionRefresh: true,
    updateAge: 0,
    cookieCache: { enabled: process.env.COOKIE_CACHE === 'on', maxAge: 5 * 60 },
  },
  // A session and its user in one query, not in two
  advanced: { database: { joins: true } },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
}

await (await getMigrations(options)).runMigrations()
createServer(toNodeHandler(betterAuth(options))).listen(port, '127.0.0.1')
