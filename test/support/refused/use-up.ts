import assert from 'node:assert/strict'
import { takeAttempt } from '../../../src/accounts/limits/queries/attempts.ts'
import type { Limit } from '../../../src/accounts/limits/rules.ts'
import type { Client } from '../../../src/deps.ts'
import type { TestService } from '../service.ts'
import { sql } from '../sql.ts'

/** From the network, where addresses are counted. */
const place = '203.0.113.78'
export const fromPlace = { headers: { 'x-forwarded-for': place } }
export const clientThere = { address: place, bucket: place, counting: 'own' } as unknown as Client

/** Takes every attempt that a limit allows. @returns what lets its time pass */
export const useUp = async ({ deps: { db } }: Pick<TestService, 'deps'>, limit: Limit | undefined) => {
  assert.ok(limit)
  const { subject, kind, rule } = limit
  for (let nth = 0; nth < rule.free; nth++) await takeAttempt(db, limit)
  return () =>
    db.run(sql`
      update attempts
      set since = since - make_interval(secs => ${rule.forgetSeconds}::float8)
      where subject = ${subject} and kind = ${kind}`)
}
