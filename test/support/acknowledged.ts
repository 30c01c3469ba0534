import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, get, post } from './http.ts'
import {
  type Credentials,
  newEmail,
  refresh,
  signIn,
  type Tokens,
  tokensOf,
  tryToRegister,
} from './people.ts'

type At = { address: string }

/** Everything acknowledged to people. */
export type Ledger = {
  accounts: (Credentials & { tokens: Tokens; spent: string[] })[]
  ended: Tokens[]
  /** How many answers were 503. */
  refused: number
}

export const newLedger = (): Ledger => ({ accounts: [], ended: [], refused: 0 })

/** Registers, checks, refreshes, signs in and out until it is stopped. Accepts only success and 503. */
export const live = async (service: At, ledger: Ledger, isWanted: () => boolean): Promise<void> => {
  /** Repeats a request until it succeeds, as clients do. */
  const insist = async (ask: () => Promise<Answer>, done: readonly number[]): Promise<Answer | undefined> => {
    while (isWanted()) {
      const answer = await ask()
      if (done.includes(answer.status)) return answer
      assert.equal(answer.status, 503, answer.text)
      ledger.refused++
      await sleep(20)
    }
    return
  }
  while (isWanted()) {
    const person = { email: newEmail(), password: 'a password of the tests' }
    const registered = await tryToRegister(service, person)
    if (registered.status !== 201) {
      assert.equal(registered.status, 503, registered.text)
      ledger.refused++
      await sleep(20)
      continue
    }
    const account = { ...person, tokens: tokensOf(registered, 201), spent: [] as string[] }
    ledger.accounts.push(account)
    await insist(() => get(service, '/users/me', account.tokens.accessToken), [200])
    for (let times = 0; times < 2; times++) {
      const { refreshToken } = account.tokens
      const refreshed = await insist(() => refresh(service, refreshToken), [200])
      if (!refreshed) return
      account.tokens = tokensOf(refreshed)
      account.spent.push(refreshToken)
    }
    const signedIn = await insist(() => signIn(service, person), [200])
    if (!signedIn) return
    const tokens = tokensOf(signedIn)
    // 401: the first try took effect, although its answer was a 503
    if (await insist(() => post(service, '/auth/logout', {}, { token: tokens.accessToken }), [204, 401]))
      ledger.ended.push(tokens)
  }
}

/** @throws if anything that was acknowledged is lost, or has come back to life */
export const assertKept = async (service: At, { accounts, ended }: Ledger): Promise<void> => {
  for (const { accessToken, refreshToken } of ended) {
    assert.equal((await get(service, '/users/me', accessToken)).status, 401, 'a session was revived')
    assert.equal((await refresh(service, refreshToken)).status, 401, 'a session was revived')
  }
  for (const { email, password, tokens, spent } of accounts) {
    assert.equal((await signIn(service, { email, password })).status, 200, `${email} is lost`)
    assert.equal((await refresh(service, tokens.refreshToken)).status, 200, `a session of ${email} is lost`)
    const [first] = spent.length > 1 ? spent : []
    if (first)
      assert.equal((await refresh(service, first)).status, 401, `a spent token of ${email} came back`)
  }
}
