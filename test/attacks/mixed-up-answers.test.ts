import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, forged } from '../support/forged.ts'
import { type Answer, get } from '../support/http.ts'
import { type Person, register, tokensOf } from '../support/people.ts'
import { race } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService, startSecond } from '../support/service.ts'

const service = await sharedService()
const nodes = [service, await startSecond(service)]
const people: Person[] = []
for (let count = 0; count < 5; count++) people.push(await register(service))

const personOf = (index: number) => people[index % people.length]!
const isLiar = (index: number) => index % 3 === 2

/** Well-formed, and not what the service issued: each in another way. */
const lie = (token: string, index: number) =>
  forged(token, (packed) => {
    const generation = [0, 1, 0x7ffffffe, 0xffffffff][index % 4]!
    packed.writeUInt32BE(generation, at.generation)
    packed.writeUInt8(packed[at.mac]! ^ 1, at.mac)
  })
const tokenOf = (index: number, kind: 'accessToken' | 'refreshToken') =>
  isLiar(index) ? lie(personOf(index)[kind], index) : personOf(index)[kind]

const truths = (answers: Answer[]) =>
  answers.flatMap((answer, index) => (isLiar(index) ? [] : [{ answer, person: personOf(index) }]))
const lies = (answers: Answer[]) => answers.filter((_, index) => isLiar(index))

test('sixty simultaneous requests each see their own account, and forged tokens disturb nobody', async () => {
  const answers = await race(nodes, 60, (index) => ({
    method: 'GET',
    path: index % 2 ? '/users/me' : `/users/${personOf(index).userId}`,
    token: tokenOf(index, 'accessToken'),
  }))
  for (const { answer, person } of truths(answers)) {
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.body.id, answer.body.email], [person.userId, person.email])
  }
  for (const answer of lies(answers)) assertRefused(answer, 401, 'unauthorized')
})

test('sixty simultaneous lists of sessions each show their own', async () => {
  const answers = await race(nodes, 60, (index) => ({
    method: 'GET',
    path: `/users/${personOf(index).userId}/sessions`,
    token: tokenOf(index, 'accessToken'),
  }))
  const own = new Map(people.map(({ userId }) => [userId, new Set<string>()]))
  for (const { answer, person } of truths(answers)) {
    assert.equal(answer.status, 200, answer.text)
    for (const { id } of answer.body) own.get(person.userId)!.add(id)
  }
  assert.deepEqual(
    [...own.values()].map(({ size }) => size),
    [1, 1, 1, 1, 1],
  )
  for (const answer of lies(answers)) assertRefused(answer, 401, 'unauthorized')
})

test('sixty simultaneous refreshes each get the pair of their own session', async () => {
  const answers = await race(nodes, 60, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'refresh_token', token: tokenOf(index, 'refreshToken') },
  }))
  for (const answer of lies(answers)) assertRefused(answer, 401, 'invalid_credentials')
  for (const person of people) {
    const pairs = new Set(
      truths(answers).flatMap((each) => (each.person === person ? [each.answer.text] : [])),
    )
    assert.equal(pairs.size, 1)
  }
  assert.equal(new Set(truths(answers).map(({ answer }) => answer.text)).size, people.length)
  for (const { answer, person } of truths(answers).slice(0, 10)) {
    const { body: account } = await get(service, '/users/me', tokensOf(answer).accessToken)
    assert.equal(account.id, person.userId)
  }
})
