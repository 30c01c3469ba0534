import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listenToTabs } from './other-tabs.ts'
import { memoryStorage, storeOf } from './store.ts'

const pairOf = (generation: number) => ({
  accessToken: { token: `access ${generation}` },
  refreshToken: { token: `refresh ${generation}` },
})

const kept = (id: string, generation = 1) => JSON.stringify({ id, pair: pairOf(generation) })

const localStorage = memoryStorage()

/** Stands in for the browser until the test is over: others share the process. @returns what events happen to */
const startPage = (t: TestContext): EventTarget => {
  const page = new EventTarget()
  const browser = {
    localStorage,
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  }
  for (const [name, value] of Object.entries(browser)) {
    const own = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true })
    t.after(() =>
      own ? Object.defineProperty(globalThis, name, own) : Reflect.deleteProperty(globalThis, name),
    )
  }
  return page
}

/** A tab that listens, and what it is told. */
const listen = async (t: TestContext, first?: string) => {
  const page = startPage(t)
  const storage = memoryStorage()
  if (first !== undefined) await storage.setItem('sallyport', first)
  const told: string[] = []
  const store = storeOf(storage, 'sallyport')
  const { tell, ignoreTabs } = listenToTabs(store, ({ state, cause }) => told.push(`${state} ${cause}`))
  await new Promise((resume) => setImmediate(resume))
  const hear = (oldValue: string | null, newValue: string | null, more: object = {}) => {
    const event = { storageArea: localStorage, key: 'sallyport', oldValue, newValue, ...more }
    page.dispatchEvent(Object.assign(new Event('storage'), event))
    return told.splice(0)
  }
  const hearClear = () => hear(null, null, { key: null })
  return { hear, hearClear, tell, ignoreTabs, told }
}

const [signedIn, signedOut] = [['signed_in elsewhere'], ['signed_out elsewhere']]

test('a tab hears of a sign-in, a second sign-in over it and a sign-out elsewhere, but of no refresh', async (t) => {
  const { hear, ignoreTabs } = await listen(t)
  assert.deepEqual(hear(null, kept('alice')), signedIn)
  assert.deepEqual(hear(kept('alice'), kept('alice', 2)), [])
  assert.deepEqual(hear(kept('alice', 2), kept('bob')), signedIn)
  assert.deepEqual(hear(kept('bob'), null), signedOut)
  ignoreTabs()
  assert.deepEqual(hear(null, kept('alice')), [])
})

test('a stored value that holds no sign-in counts as nothing', async (t) => {
  const { hear } = await listen(t)
  for (const nobody of ['', '{', 'null', '{"id":"alice"}']) {
    assert.deepEqual(hear(null, nobody), [], nobody)
    assert.deepEqual(hear(nobody, kept('alice')), signedIn, nobody)
    assert.deepEqual(hear(kept('alice'), nobody), signedOut, nobody)
  }
})

test('other keys and other storages are ignored', async (t) => {
  const { hear } = await listen(t, kept('alice'))
  assert.deepEqual(hear(null, kept('bob'), { key: 'sallyport.step' }), [])
  assert.deepEqual(hear(null, kept('bob'), { storageArea: memoryStorage() }), [])
  assert.deepEqual(hear(null, null, { key: null, storageArea: memoryStorage() }), [])
})

test('a storage that is cleared elsewhere is a sign-out, once, if somebody was signed in', async (t) => {
  const nobody = await listen(t)
  assert.deepEqual(nobody.hearClear(), [])
  nobody.hear(null, kept('alice'))
  assert.deepEqual(nobody.hearClear(), signedOut)
  assert.deepEqual(nobody.hearClear(), [])
})

test('clearing the storage signs out a person who was signed in before the page was loaded, and nobody who signed out here', async (t) => {
  const somebody = await listen(t, kept('alice'))
  assert.deepEqual(somebody.hearClear(), signedOut)
  somebody.tell({ state: 'signed_in', cause: 'by_request' })
  somebody.tell({ state: 'signed_out', cause: 'by_request' })
  somebody.told.length = 0
  assert.deepEqual(somebody.hearClear(), [])
})
