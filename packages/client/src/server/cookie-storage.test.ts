import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieStorage } from './cookie-storage.ts'
import { newSeal } from './seal.ts'

const seal = newSeal(['a key that has more than thirty-two characters'], 'tests')
const cookie = { name: 'own', seal, maxAgeSeconds: 60, keeps: () => true }

test('a copied cookie expires on time, whatever the browser that holds it claims', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
  const storage = cookieStorage(cookie, undefined)
  await storage.setItem('key', 'value')
  const [copied = ''] = (storage.setCookies[0] ?? '').split(';')
  t.mock.timers.setTime(1_060_000)
  assert.equal(await cookieStorage(cookie, copied).getItem('key'), 'value')
  t.mock.timers.setTime(1_060_001)
  assert.equal(await cookieStorage(cookie, copied).getItem('key'), undefined)
})

test('a cookie sealed by an earlier version is still read, and has no expiry', async () => {
  const sealed = await seal.seal(JSON.stringify([['key', 'value']]))
  assert.equal(await cookieStorage(cookie, `own=${sealed}`).getItem('key'), 'value')
})
