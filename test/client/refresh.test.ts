import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, memoryStorage, Offline } from '../../packages/client/src/index.ts'
import { newEmail } from '../support/people.ts'
import { sharedService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'
import { timed } from '../support/timed.ts'
import { startWire } from '../support/wire.ts'

const password = 'a password of the tests'
const service = await sharedService()

/** Somebody who is signed in on a server: with a storage of their own, and no lock. */
const startPerson = async () => {
  const [wire, storage] = [await startWire(service), memoryStorage()]
  const sallyport = createClient({ url: wire.address, storage })
  await sallyport.register({ email: newEmail(), password })
  wire.asked.length = 0
  const kept = async () => JSON.parse((await storage.getItem('sallyport')) ?? 'null')?.pair
  return { sallyport, wire, storage, kept }
}

/** Goes by so much time that every access token is too old. */
const goStale = () => shiftRows(service, 960)

const isToken = (line: string) => line === 'POST /auth/token'

test('the users of a server do not wait for one another', async () => {
  const [ada, grace] = [await startPerson(), await startPerson()]
  await goStale()
  ada.wire.delayMs = (line) => (isToken(line) ? 1_000 : 0)
  const finished: string[] = []
  await Promise.all([
    ada.sallyport.account.get().then(() => finished.push('ada')),
    grace.sallyport.account.get().then(() => finished.push('grace')),
  ])
  assert.deepEqual(finished, ['grace', 'ada'])
})

test('two processes of a server that refresh at once end up with one pair', async () => {
  const one = await startPerson()
  const storage = memoryStorage()
  await storage.setItem('sallyport', (await one.storage.getItem('sallyport')) ?? '')
  const two = createClient({ url: one.wire.address, storage })
  const before = await one.kept()
  await goStale()
  await Promise.all([one.sallyport.account.get(), two.account.get()])
  assert.notDeepEqual(await one.kept(), before)
  assert.equal(await storage.getItem('sallyport'), await one.storage.getItem('sallyport'))
})

test('a lost answer is requested again, and the resulting pair is kept', async () => {
  const { sallyport, wire, kept } = await startPerson()
  await goStale()
  const before = await kept()
  wire.loses = (line, nth) => isToken(line) && nth <= 2
  await sallyport.account.get()
  assert.equal(wire.asked.filter(isToken).length, 3)
  assert.notEqual((await kept()).refreshToken.token, before.refreshToken.token)
})

test('if every answer is lost, it stops within ten seconds, keeps the tokens, and continues later', async () => {
  const { sallyport, wire, kept } = await startPerson()
  await goStale()
  const before = await kept()
  wire.loses = isToken
  assert.ok((await timed(() => assert.rejects(sallyport.account.get(), Offline))) < 10_000)
  const tries = wire.asked.length
  await sleep(2_000)
  assert.equal(wire.asked.length, tries)
  assert.deepEqual(await kept(), before)
  wire.loses = () => false
  await sallyport.account.get()
})
