import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepared } from '../../src/db/sql.ts'
import { get } from '../support/http.ts'
import { newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService()
const { db } = service.deps

// a hash is expected to take some 20 ms until it is known better, and nobody waits more than two seconds for one
const slots = availableParallelism()
const flood = slots * 150
const surplus = slots * 25

test('in a flood of sign-ins who would wait too long is refused at once, and nothing else waits behind them', async () => {
  const person = await register(service)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  // hashing stands still: whoever has a slot waits until we say so
  const stuck = await startVariant(service, {
    db: {
      ...db,
      run: async (statement) => {
        if (/insert into attempts/.test(prepared(statement).text)) await opened
        return db.run(statement)
      },
    },
  })
  const email = newEmail()
  const answered = race(stuck, flood, () => ({
    path: '/auth/token',
    body: { grant_type: 'password', email, password: 'a wrong password' },
  }))
  try {
    const refusals = () => service.logs.filter((line) => line.includes('"status":503')).length
    for (let time = 0; refusals() < surplus && time < 1_000; time++) await sleep(10)
    assert.ok(refusals() >= surplus, 'while all others still wait')

    const next = tokensOf(await refresh(stuck, person.refreshToken))
    assert.equal((await get(stuck, '/users/me', next.accessToken)).status, 200)
    assertRefused(await signIn(stuck, person), 503, 'unavailable')
  } finally {
    open()
  }

  const answers = await answered
  for (const answer of answers.filter(({ status }) => status === 503))
    assertRefused(answer, 503, 'unavailable')
  const { 401: looked = 0, 429: waiting = 0, 503: refused = 0, ...others } = statusesOf(answers)
  assert.deepEqual(others, {})
  assert.ok(refused >= surplus && looked + waiting >= slots * 50, `${refused} of ${flood} were refused`)
  tokensOf(await signIn(stuck, person))
})
