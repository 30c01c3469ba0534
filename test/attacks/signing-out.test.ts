import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { get, send } from '../support/http.ts'
import { exchange, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { tablesNaming } from '../support/rows.ts'
import { sharedService, startSecond } from '../support/service.ts'
import { assertNothingLives } from '../support/shut.ts'
import { startVariant } from '../support/variant.ts'

const service = await sharedService()
const second = await startSecond(service)
const { deps } = service
const nodes = [service, second]

test('after fifty refreshes race with a sign-out, nothing of the session lives', async () => {
  const person = await register(service)
  const answers = await race(nodes, 51, (index) =>
    index === 25
      ? { path: '/auth/logout', token: person.accessToken }
      : { path: '/auth/token', body: { grant_type: 'refresh_token', token: person.refreshToken } },
  )
  assert.equal(answers[25]?.status, 204)
  await assertNothingLives(service, answers.toSpliced(25, 1))
})

test('fifty sign-ins proven before a sign-out everywhere open nothing after it', async () => {
  const person = await register(service)
  let release = () => {}
  const signedOut = new Promise<void>((resolve) => {
    release = resolve
  })
  let proven = 0
  const slow = await Promise.all(
    nodes.map(({ deps: { passwords } }, index) =>
      startVariant(nodes[index]!, {
        passwords: {
          ...passwords,
          verify: async (...proof) => {
            // without counting attempts: fifty at once are more than an account has free
            const isRight = await passwords.verify(proof[0], proof[1])
            if (++proven === 50) allProven()
            await signedOut
            return isRight
          },
        },
      }),
    ),
  )
  let allProven = () => {}
  const waiting = new Promise<void>((resolve) => {
    allProven = resolve
  })
  const { email, password } = person
  const body = { grant_type: 'password', email, password }
  const racing = race(slow, 50, () => ({ path: '/auth/token', body }))
  await waiting
  const everywhere = `/users/${person.userId}/sessions`
  assert.equal((await send(service, 'DELETE', everywhere, { token: person.accessToken })).status, 204)
  release()
  assert.deepEqual(statusesOf(await racing), { 401: 50 })
  const after = tokensOf(await signIn(service, person))
  assert.equal((await get(service, everywhere, after.accessToken)).body.length, 1)
})

test('a code issued before a sign-out everywhere opens nothing after it', async () => {
  const person = await register(service)
  const code = await issueCode(deps, { userId: person.userId, epoch: 0, methods: ['github'] })
  await send(service, 'DELETE', `/users/${person.userId}/sessions`, { token: person.accessToken })
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
})

test('of fifty refreshes and sign-ins racing with a sign-out everywhere, none begun before it lives', async () => {
  const person = await register(service)
  const codes = await Promise.all(
    Array.from({ length: 26 }, () =>
      issueCode(deps, { userId: person.userId, epoch: 0, methods: ['github'] }),
    ),
  )
  const answers = await race(nodes, 51, (index) =>
    index === 25
      ? { method: 'DELETE', path: `/users/${person.userId}/sessions`, token: person.accessToken }
      : {
          path: '/auth/token',
          body:
            index % 2
              ? { grant_type: 'refresh_token', token: person.refreshToken }
              : { grant_type: 'oauth_code', code: codes[index / 2] },
        },
  )
  assert.equal(answers[25]?.status, 204)
  assert.ok(!(await tablesNaming(service, person.userId)).includes('sessions'))
  await assertNothingLives(service, answers.toSpliced(25, 1))
})
