import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, type StorageLike } from '../../packages/client/src/index.ts'
import { createBff } from '../../packages/client/src/server/index.ts'
import { type Guarded, registerGuarded } from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()

/** A client, and what it keeps. */
const start = () => {
  const kept = new Map<string, string>()
  const storage: StorageLike = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  }
  return { sallyport: createClient({ url: service.address, storage }), kept }
}

type Sallyport = Pick<ReturnType<typeof start>['sallyport'], 'signIn'>

const stepOf = async (sallyport: Sallyport, { email, password }: Guarded) => {
  const step = await sallyport.signIn({ email, password })
  assert.ok(step.state === 'two_factor')
  return step
}

const trust = async (sallyport: Sallyport, person: Guarded) => {
  const step = await stepOf(sallyport, person)
  const { state } = await step.answer({ method: 'totp', code: person.code(), trustDevice: true })
  assert.equal(state, 'signed_in')
  service.clock.nowMs += 30_000
}

test('a client keeps what a trusted device needs, sends it by itself, and keeps the next', async () => {
  const person = await registerGuarded(service)
  const { sallyport, kept } = start()
  await trust(sallyport, person)
  const seen = new Set<string | undefined>()
  for (let time = 0; time < 3; time++) {
    seen.add(kept.get('sallyport.device'))
    await sallyport.signOut()
    assert.equal((await sallyport.signIn(person)).state, 'signed_in')
  }
  assert.equal(seen.size, 3)
  assert.ok(!seen.has(undefined))
  // and not among the tokens of the session
  assert.ok(!kept.get('sallyport')?.includes('sp_dt_'))
  const [session] = await sallyport.sessions.list()
  assert.deepEqual(session?.methods, ['password', 'trusted_device'])
})

test('nothing is kept unless that is wanted, and a sign-out forgets it if asked', async () => {
  const person = await registerGuarded(service)
  const { sallyport, kept } = start()
  const step = await stepOf(sallyport, person)
  await step.answer({ method: 'totp', code: person.code() })
  service.clock.nowMs += 30_000
  assert.equal(kept.has('sallyport.device'), false)
  await sallyport.signOut()
  await trust(sallyport, person)
  await sallyport.signOut({ forgetDevice: true })
  assert.equal(kept.has('sallyport.device'), false)
  await stepOf(sallyport, person)
})

test('its owner sees the devices, and ends one or all', async () => {
  const person = await registerGuarded(service)
  const [phone, desk] = [start(), start()]
  for (const { sallyport } of [phone, desk]) await trust(sallyport, person)
  const [newest, ...others] = await phone.sallyport.trustedDevices.list()
  assert.equal(others.length, 1)
  await phone.sallyport.trustedDevices.forget(newest!.id)
  await desk.sallyport.signOut()
  await stepOf(desk.sallyport, person)
  await phone.sallyport.trustedDevices.forgetAll()
  assert.deepEqual(await phone.sallyport.trustedDevices.list(), [])
  await phone.sallyport.signOut()
  await stepOf(phone.sallyport, person)
})

test('the server of a web application keeps it in a cookie of its own, for longer than the session', async () => {
  const person = await registerGuarded(service)
  const origin = 'https://shop.example.com'
  const bff = createBff({
    url: service.address,
    key: 'a key that has more than thirty-two characters',
    origin,
  })
  const jar = new Map<string, string>()
  const ages = new Map<string, number>()
  const visit = async (work: (sallyport: Sallyport & { signOut(): Promise<void> }) => Promise<unknown>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const visited = bff.visit({ headers: { cookie } })
    await work(visited.sallyport)
    for (const line of visited.setCookies) {
      const [, name = '', value = '', age = ''] = /^([^=]+)=([^;]*); Max-Age=(\d+);/.exec(line) ?? []
      ages.set(name, Number(age))
      if (age === '0') jar.delete(name)
      else jar.set(name, value)
    }
  }
  await visit((sallyport) => trust(sallyport, person))
  assert.deepEqual([...jar.keys()].sort(), ['__Host-session', '__Host-session-device'])
  assert.ok(ages.get('__Host-session-device')! >= 365 * 86_400)
  await visit((sallyport) => sallyport.signOut())
  assert.deepEqual([...jar.keys()], ['__Host-session-device'])
  await visit(async (sallyport) => assert.equal((await sallyport.signIn(person)).state, 'signed_in'))
})
