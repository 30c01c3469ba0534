import assert from 'node:assert/strict'
import type { TokenPair } from '../../contract/wire.ts'
import { type Answer, get, post } from './http.ts'

const password = 'correct horse battery'

/** What was acknowledged to one person before the service died. */
export type Life = { email: string; pair: TokenPair; spent: string[] }

/** At once after the start, as a client would try again whose answer was lost. */
export const goesOn = async (service: { address: string }, life: Life) => {
  const { email, pair, spent } = life
  const refreshed = await refresh(service, pair.refreshToken.token)
  assert.equal(refreshed.status, 200, `the session of ${email} is gone: ${refreshed.text}`)
  life.pair = refreshed.body
  const me = await get(service, '/users/me', refreshed.body.accessToken.token)
  assert.equal(me.body.email, email)
  const signedIn = await signIn(service, email)
  assert.equal(signedIn.status, 200, `${email} cannot sign in: ${signedIn.text}`)
  const longAgo = spent.at(-2)
  if (longAgo)
    assert.equal((await refresh(service, longAgo)).status, 401, `a spent token of ${email} came back`)
}

/**
 * Registers, refreshes and signs in one account after another until the service is gone.
 * @param ask sends each request
 */
export const live = async (
  service: { address: string },
  alive: { yes: boolean },
  lives: Life[],
  name: string,
  ask: typeof post = post,
) => {
  for (let account = 0; alive.yes; account++) {
    const email = `person-${name}-${account}@example.com`
    const body = { email, password, passwordConfirmation: password }
    const registered = await ask(service, '/auth/register', body).catch(goneOnly)
    if (!registered) return
    assert.equal(registered.status, 201, registered.text)
    const life: Life = { email, pair: registered.body, spent: [] }
    lives.push(life)
    for (let times = 0; times < 5; times++) {
      const token: string = life.pair.refreshToken.token
      const refreshed = await refresh(service, token, ask).catch(goneOnly)
      if (!refreshed) return
      assert.equal(refreshed.status, 200, refreshed.text)
      life.pair = refreshed.body
      life.spent.push(token)
    }
    const signedIn = await signIn(service, email, ask).catch(goneOnly)
    if (!signedIn) return
    assert.equal(signedIn.status, 200, signedIn.text)
  }
}

const signIn = (service: { address: string }, email: string, ask = post): Promise<Answer> =>
  ask(service, '/auth/token', { grant_type: 'password', email, password })

const refresh = (service: { address: string }, token: string, ask = post): Promise<Answer> =>
  ask(service, '/auth/token', { grant_type: 'refresh_token', token })

// fetch fails with a TypeError when the other side is gone
const goneOnly = (error: unknown) => {
  if (!(error instanceof TypeError)) throw error
}
