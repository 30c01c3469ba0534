import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './device.ts'

test('common browsers are named, and nothing else of the header', () => {
  for (const [userAgent, device] of [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on an iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.14.1', 'curl'],
    ['Your account is frozen, see https://evil.example for Windows', 'Windows'],
    ['Your account is frozen, see https://evil.example', undefined],
    ['', undefined],
  ] as const)
    assert.equal(deviceOf(userAgent, 'en'), device)
})

test('a device is named in the language of its owner', () => {
  const [phone, desk] = ['CriOS on an iPhone', 'Firefox, Linux']
  for (const [language, onPhone, onDesk] of [
    ['en', 'Chrome on an iPhone', 'Firefox on Linux'],
    ['de', 'Chrome auf einem iPhone', 'Firefox unter Linux'],
    ['fr', 'Chrome sur un iPhone', 'Firefox sous Linux'],
    ['es', 'Chrome en un iPhone', 'Firefox en Linux'],
  ] as const)
    assert.deepEqual([deviceOf(phone, language), deviceOf(desk, language)], [onPhone, onDesk])
})
