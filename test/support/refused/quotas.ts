import assert from 'node:assert/strict'
import { waitForNews } from '../../../src/accounts/events/news.ts'
import { serviceKeyFailuresByAddress } from '../../../src/accounts/limits/rules.ts'
import { feedAll } from '../feed.ts'
import { post } from '../http.ts'
import type { Mailing } from '../mailing.ts'
import { newOperator } from '../operators.ts'
import { register } from '../people.ts'
import { registerGuarded } from '../second-factor.ts'
import { newServiceKey } from '../service-keys.ts'
import { type Ask, as, type RefusedCase, reason } from './case.ts'
import { clientThere, fromPlace, useUp } from './use-up.ts'

const code = 'too_many_attempts'

/** Of what operators and keys do. */
export const quotaCases = (service: Mailing): RefusedCase[] => {
  const quota = (
    rule: RefusedCase['rule'],
    column: 'acts_per_hour' | 'removals_per_day',
    act: (ask: Ask) => ReturnType<Ask>,
  ): RefusedCase => ({
    rule,
    code,
    provoke: async () => {
      const { id, ask } = await newOperator(service, 'users:write', 'factors:remove')
      const grant = (most: number) =>
        service.deps.db.script(`update service_keys set ${column} = ${most} where id = '${id}'`)
      await grant(1)
      assert.equal((await act(ask)).status, 204)
      return { ask: () => act(ask), lift: () => grant(100) }
    },
  })
  return [
    quota('limit.acts', 'acts_per_hour', async (ask) =>
      ask('DELETE', `/users/${(await register(service)).userId}/disabled`),
    ),
    quota('limit.factor_removals', 'removals_per_day', async (ask) =>
      ask('DELETE', `/users/${(await registerGuarded(service)).userId}/second-factor`, { reason }),
    ),
    {
      rule: 'limit.service_key_failures',
      code,
      provoke: async () => {
        const { key } = await newServiceKey(service)
        const look = (token: string) =>
          post(service, '/auth/introspect', { token: 'none' }, { token, ...fromPlace })
        const lift = await useUp(service, serviceKeyFailuresByAddress(clientThere)[0])
        return { ask: () => look('made-up'), lift, again: () => look(key) }
      },
    },
    {
      rule: 'limit.streams',
      code,
      provoke: async () => {
        const { key, id } = await newServiceKey(service)
        const gone = new AbortController()
        await feedAll(service.deps)
        const { next } = (await as(service, key)('GET', '/events?after=now')).body
        const asked = { seq: next.split('.')[0], types: new Set(['account.deletion_cancelled']) }
        const waiting = Array.from({ length: 20 }, () =>
          waitForNews(service.deps, asked, { by: id, ms: 120_000, signal: gone.signal }),
        )
        return {
          ask: () => as(service, key)('GET', '/events?types=account.deletion_cancelled&after=now&wait=1'),
          lift: async () => {
            gone.abort()
            await Promise.all(waiting)
          },
        }
      },
    },
  ]
}
