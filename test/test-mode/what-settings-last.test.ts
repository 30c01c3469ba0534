import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SettingName, settings } from '../../src/config/settings.ts'
import { get, post, send } from '../support/http.ts'
import { newEmail, refresh, signIn, tokensOf } from '../support/people.ts'
import { startTested, type Tested } from '../support/test-mode.ts'

type Row = {
  value: string
  /** How long it surely lasts, and after how much more it is surely over. */
  lasts: [holds: string, over: string]
  /** @returns whether it lasts still */
  begin: (service: Tested, value: number) => Promise<() => Promise<boolean>>
}

/** Settings that say how long something lasts, none of them as it is by default, and what a moved clock does to that. */
const ofPeople: Partial<Record<SettingName, Row>> = {
  ACCESS_TOKEN_SECONDS: {
    value: '3600',
    lasts: ['PT55M', 'PT6M'],
    begin: async ({ test, ...service }) => {
      const { tokens } = await test.person()
      return async () => (await get(service, '/users/me', tokens.accessToken.token)).status === 200
    },
  },
  REFRESH_IDLE_DAYS: {
    value: '2',
    lasts: ['P1DT23H', 'P2DT1M'],
    begin: async (service) => refreshing(service),
  },
  SESSION_DAYS: {
    value: '5',
    lasts: ['P1DT23H', 'PT1H1M'],
    begin: async (service) => {
      const isRefreshed = await refreshing(service)
      for (let day = 1; day <= 3; day++) {
        await service.test.advance('P1D')
        assert.ok(await isRefreshed())
      }
      return isRefreshed
    },
  },
  REFRESH_RETRY_SECONDS: {
    value: '300',
    lasts: ['PT4M', 'PT1M10S'],
    begin: async ({ test, ...service }) => {
      const { tokens } = await test.person()
      const used = tokens.refreshToken.token
      const { accessToken } = tokensOf(await refresh(service, used))
      assert.equal((await get(service, '/users/me', accessToken)).status, 200)
      return async () => (await refresh(service, used)).status === 200
    },
  },
  ACCOUNT_DELETION_DAYS: {
    value: '3',
    lasts: ['P2DT23H', 'PT1H1M'],
    begin: async ({ test, ...service }) => {
      const { id, password, tokens } = await test.person()
      const { token } = tokens.accessToken
      const closed = await send(service, 'DELETE', `/users/${id}`, { token, body: { password } })
      assert.equal(closed.status, 202, closed.text)
      const key = await test.serviceKey('users:read')
      return async () => (await get(service, `/admin/users/${id}`, key)).status === 200
    },
  },
  EVENTS_DAYS: {
    value: '20',
    lasts: ['P19D', 'P2D'],
    begin: async ({ test, ...service }) => {
      const { id, ...credentials } = await test.person()
      return async () => {
        const { accessToken } = tokensOf(await signIn(service, credentials))
        const { body } = await get(service, `/users/${id}/events`, accessToken)
        return body.events.some(({ type }: { type: string }) => type === 'user.registered')
      }
    },
  },
  TWO_FACTOR_RESET_HOURS: {
    value: '24',
    lasts: ['PT23H', 'PT1H1M'],
    begin: async ({ test, ...service }) => {
      const person = await test.person({ twoFactor: 'totp' })
      const { challenge } = (await signIn(service, person)).body
      await post(service, '/auth/two-factor/reset', { challenge })
      const { link } = await test.mail({ to: person.email, kind: 'reset-two-factor' })
      const token = new URL(`${link}`).searchParams.get('token')
      await post(service, '/auth/two-factor/reset/confirm', { token })
      return async () => (await signIn(service, person)).body.code === 'two_factor_required'
    },
  },
  TRUSTED_DEVICE_DAYS: {
    value: '3',
    lasts: ['P2DT23H', 'PT1H1M'],
    begin: async ({ test, ...service }) => {
      const { id, email, password } = await test.person({ twoFactor: 'totp' })
      const { challenge } = (await signIn(service, { email, password })).body
      const code = await test.code(id)
      const second = { grant_type: 'two_factor', challenge, method: 'totp', code, trustDevice: true }
      const { deviceToken } = (await post(service, '/auth/token', second)).body
      const trusted = { grant_type: 'password', email, password, deviceToken }
      return async () => (await post(service, '/auth/token', trusted)).status === 200
    },
  },
  TWO_FACTOR_FROM: {
    value: new Date(Date.now() + 60 * 86_400_000).toISOString(),
    lasts: ['P59D', 'P1DT1M'],
    begin: async ({ test, ...service }) => {
      const person = await test.person()
      return async () => (await signIn(service, person)).status === 200
    },
  },
}

const byPassword = { grant_type: 'password' }

/** Windows of limits for a client's address, which is the same for everybody here. */
const ofLimits: Partial<Record<SettingName, Row>> = {
  REGISTRATIONS_PER_HOUR: {
    value: '3',
    lasts: ['PT55M', 'PT6M'],
    begin: async (service, value) =>
      limited(service, value, '/auth/register', () => {
        const password = 'a password of the test'
        return { email: newEmail(), password, passwordConfirmation: password }
      }),
  },
  FAILURES_PER_ADDRESS: {
    value: '4',
    lasts: ['PT10M', 'PT6M'],
    begin: async (service, value) =>
      limited(service, value, '/auth/token', () => ({
        ...byPassword,
        email: newEmail(),
        password: 'a wrong one',
      })),
  },
  SIGN_INS_PER_ADDRESS: {
    value: '5',
    lasts: ['PT55M', 'PT6M'],
    begin: async (service, value) => {
      const { email, password } = await service.test.person()
      return limited(service, value, '/auth/token', () => ({ ...byPassword, email, password }))
    },
  },
}

const others: Partial<Record<SettingName, string>> = {
  ACCEPT_LOST_KEYS: 'refused in test mode, which has one key',
}

test('each setting that names a time is tried, or is not there in test mode', () => {
  const times = /\b(seconds|minutes|hours?|days?|lifetime|how long|since when)\b/i
  const named = Object.entries(settings).filter(
    ([name, { about }]) => times.test(about) || times.test(name.replaceAll('_', ' ')),
  )
  const known = [ofPeople, ofLimits, others].flatMap((rows) => Object.keys(rows))
  assert.deepEqual(known.toSorted(), named.map(([name]) => name).toSorted())
})

for (const rows of [ofPeople, ofLimits]) {
  const service = await startTested({
    TWO_FACTOR: rows.TWO_FACTOR_FROM ? 'required' : 'optional',
    // nobody's address is counted on loopback otherwise
    TRUSTED_PROXIES: 'loopback',
    ...Object.fromEntries(Object.entries(rows).map(([name, { value }]) => [name, value])),
  })
  for (const [name, { value, lasts, begin }] of Object.entries(rows))
    test(`the clock moves what lasts as ${name}=${value} says`, async () => {
      await service.test.reset()
      const lastsStill = await begin(service, Number(value))
      await service.test.advance(lasts[0])
      assert.ok(await lastsStill(), `ended within ${lasts[0]}`)
      await service.test.advance(lasts[1])
      assert.ok(!(await lastsStill()), `goes on ${lasts[1]} later`)
    })
}

async function refreshing({ test, ...service }: Tested) {
  const { tokens } = await test.person()
  let { token } = tokens.refreshToken
  return async () => {
    const answer = await refresh(service, token)
    if (answer.status !== 200) return false
    token = tokensOf(answer).refreshToken
    return true
  }
}

/** Asks from one address until it is refused. */
async function limited(service: Tested, most: number, path: string, bodyOf: () => object) {
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const isRefused = async () => (await post(service, path, bodyOf(), { headers })).status === 429
  let times = 0
  while (!(await isRefused())) times++
  assert.equal(times, most)
  return isRefused
}
