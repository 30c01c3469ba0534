import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Answer, get } from '../support/http.ts'
import { newEmail, refresh, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { isPostgres, startTestService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService()
const { db, passwords } = service.deps
const person = await register(service)

const assertSaysNothing = (answer: Answer) => {
  assert.equal(answer.status, 500, answer.text)
  const requestId = answer.headers.get('x-request-id')
  assert.deepEqual(answer.body, { message: 'Something went wrong.', code: 'internal_error', requestId })
  const lines = service.logs
    .filter((line) => JSON.parse(line).reqId === requestId)
    .map((line) => JSON.parse(line))
  const told = lines.find(({ level }) => level === 'error')
  assert.ok(told?.err?.stack, 'the operator finds it under that id')
  return told.err
}

const during = async (breakage: string, repair: string, ask: () => Promise<Answer>) => {
  await db.script(breakage)
  try {
    return await ask()
  } finally {
    await db.script(repair)
  }
}

test('a missing table is reported to the operator only', async () => {
  const [gone, back] = ['alter table emails rename to gone', 'alter table gone rename to emails']
  for (const ask of [
    () => signIn(service, person),
    () => get(service, '/users/me', person.accessToken),
    () => tryToRegister(service, { email: newEmail(), password: person.password }),
  ]) {
    const { message, code } = assertSaysNothing(await during(gone, back, ask))
    assert.match(message, /emails/)
    assert.equal(code, '42P01')
  }
})

test('an unexpected constraint violation is reported to the operator only', async () => {
  const answer = await during(
    'alter table sessions add constraint impossible check (generation < 0) not valid',
    'alter table sessions drop constraint impossible',
    () => refresh(service, person.refreshToken),
  )
  // servers of Citus name it in the message only
  assert.match(assertSaysNothing(answer).message, /"impossible(_\d+)?"/)
  tokensOf(await refresh(service, person.refreshToken))
})

test('a bug is reported to the operator only, whatever it throws', async () => {
  for (const bug of [
    new TypeError("Cannot read properties of undefined (reading '/etc/passwd')"),
    Object.assign(new Error('select phc from passwords'), {
      statusCode: 418,
      code: 'TEAPOT',
      headers: { x: 'y' },
    }),
    Object.assign(new Error('not ours'), { status: 200, body: { accessToken: 1 }, code: 'toString' }),
    new DOMException('has a number for its code', 'AbortError'),
  ]) {
    const verify = () => Promise.reject(bug)
    const variant = await startVariant(service, { passwords: { ...passwords, verify } })
    const { message } = assertSaysNothing(await signIn(variant, person))
    assert.equal(message, bug.message)
  }
})

test('a thrown value that is not an error is a bug as well', async () => {
  for (const thrown of ['a text', undefined, null, { message: 'x' }, 5]) {
    const verify = () => Promise.reject(thrown)
    const variant = await startVariant(service, { passwords: { ...passwords, verify } })
    const answer = await signIn(variant, person)
    assert.equal(answer.status, 500)
    assert.deepEqual(Object.keys(answer.body), ['message', 'code', 'requestId'])
    assert.equal(answer.body.code, 'internal_error')
  }
})

test('a slow database answers unavailable, without a reason', {
  skip: !isPostgres,
}, async () => {
  const blocker = new pg.Client(service.environment.DATABASE_URL)
  await blocker.connect()
  await blocker.query('begin; lock table emails in access exclusive mode')
  const answers = await Promise.all([
    signIn(service, person),
    get(service, '/users/me', person.accessToken),
    tryToRegister(service, { email: newEmail(), password: person.password }),
  ])
  await blocker.query('rollback')
  await blocker.end()
  for (const answer of answers) assertRefused(answer, 503, 'unavailable')
  assert.equal((await get(service, '/health/ready')).status, 200)
  tokensOf(await signIn(service, person))
})

test('work that fails after an answer is logged, and breaks nothing', async () => {
  const variant = await startVariant(service, {
    later: (work) =>
      service.deps.later((stopping) =>
        work(stopping).then(() => Promise.reject(new Error('after the answer'))),
      ),
  })
  const guest = await register(variant)
  await db.script(`update sessions set last_used_at = now() - interval '2 minutes'`)
  assert.equal((await get(variant, '/users/me', guest.accessToken)).status, 200)
  const deadline = Date.now() + 5_000
  const isTold = () => service.logs.some((line) => line.includes('after the answer'))
  while (!isTold() && Date.now() < deadline) await sleep(10)
  assert.ok(isTold())
  assert.equal((await get(variant, '/users/me', guest.accessToken)).status, 200)
})
