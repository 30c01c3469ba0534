import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { get } from '../support/http.ts'
import { type Person, refresh, register } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { isPostgres, startTestService } from '../support/service.ts'

// the embedded database has one connection, and nobody else can hold a row of it
const skip = !isPostgres
const strangers = 50
const service = await startTestService({ REGISTRATIONS_PER_HOUR: '0' })

/** Holds a person's sessions as a long transaction would. @returns what lets them go */
const hold = async ({ userId }: Person): Promise<() => Promise<void>> => {
  const client = new pg.Client(service.environment.DATABASE_URL)
  after(() => client.end())
  await client.connect()
  await client.query('begin')
  await client.query('select from sessions where user_id = $1 for update', [userId])
  return async () => void (await client.query('rollback'))
}

const crowd = async () => {
  const people: Person[] = []
  while (people.length < strangers) people.push(await register(service))
  return people
}

test('a locked session delays its own refresh, and no other in that batch', {
  skip,
}, async () => {
  const [held, ...others] = (await crowd()) as [Person, ...Person[]]
  const letGo = await hold(held)
  let isAnswered = false
  const own = refresh(service, held.refreshToken).finally(() => {
    isAnswered = true
  })
  const together = [held, ...others]
  const answers = race(service, 2 * strangers, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'refresh_token', token: together[index % strangers]?.refreshToken },
  }))
  // before the row is let go
  const first = await Promise.all(others.map(({ refreshToken }) => refresh(service, refreshToken)))
  assert.deepEqual(statusesOf(first), { 200: others.length })
  assert.ok(!isAnswered)
  await letGo()
  assert.equal((await own).status, 200)
  assert.deepEqual(statusesOf(await answers), { 200: 2 * strangers })
})

test('a refresh of a session that stays locked is refused with 503, and works after the release', {
  skip,
}, async () => {
  const person = await register(service)
  const letGo = await hold(person)
  assert.equal((await refresh(service, person.refreshToken)).status, 503)
  await letGo()
  assert.equal((await refresh(service, person.refreshToken)).status, 200)
})

test('requests with the token of a locked session leave connections for others', {
  skip,
}, async () => {
  const person = await register(service)
  const stranger = await register(service)
  const admin = new pg.Client(service.environment.DATABASE_URL)
  after(() => admin.end())
  await admin.connect()
  await admin.query("update sessions set last_used_at = now() - interval '1 hour' where user_id = $1", [
    person.userId,
  ])
  const letGo = await hold(person)
  const answers = await race(service, strangers, () => ({
    method: 'GET',
    path: '/users/me',
    token: person.accessToken,
  }))
  assert.deepEqual(statusesOf(answers), { 200: strangers })
  assert.equal((await get(service, '/users/me', stranger.accessToken)).status, 200)
  await letGo()
})
