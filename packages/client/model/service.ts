import type { Token, TokenPair } from '../src/wire.ts'
import type { Time } from './time.ts'

/** The rule of the service for one session: when a refresh token is exchanged, answered again, or taken for stolen. */
export type ModelService = ReturnType<typeof newService>

export type Rule = {
  accessMs: number
  retryMs: number
  /** From when the window counts: the first use of the next pair, or its issue. */
  windowFrom: 'first use' | 'issue'
}

export const newService = (time: Time, { accessMs, retryMs, windowFrom }: Rule, name = 'session') => {
  let [generation, issuedMs, firstUsedMs] = [0, 0, undefined as number | undefined]
  const state = { isLost: false, refreshes: 0 }

  const tokenOf = (kind: string): Token => ({
    type: 'bearer',
    name: null,
    token: `${name} ${kind} ${generation}`,
    abilities: ['*'],
    lastUsedAt: new Date(issuedMs).toISOString(),
    expiresAt: new Date(issuedMs + accessMs).toISOString(),
  })
  const pair = (): TokenPair => ({ accessToken: tokenOf('access'), refreshToken: tokenOf('refresh') })
  const refused = (code: string) => json(401, { code, message: code })
  const isWithinWindow = () => {
    if (windowFrom === 'issue') return time.now() - issuedMs < retryMs
    return firstUsedMs === undefined || time.now() - firstUsedMs < retryMs
  }

  const refresh = (presented: number) => {
    if (state.isLost) return refused('invalid_credentials')
    if (presented === generation) {
      state.refreshes++
      ;[generation, issuedMs, firstUsedMs] = [generation + 1, time.now(), undefined]
    } else if (presented !== generation - 1 || !isWithinWindow()) {
      state.isLost = true
      return refused('invalid_credentials')
    }
    return json(200, pair())
  }

  const call = (presented: number) => {
    const isGood = presented === generation && time.now() - issuedMs < accessMs
    if (state.isLost || !isGood) return refused('unauthorized')
    firstUsedMs ??= time.now()
    return json(200, {})
  }

  return {
    state,
    pair,
    answer: (path: string, body: string, authorization: string): Response =>
      path === '/auth/token' ? refresh(numberIn(JSON.parse(body).token)) : call(numberIn(authorization)),
  }
}

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status })

const numberIn = (token: string) => Number(/\d+$/.exec(token)?.[0])
