import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleCheck } from '../../../cli/doctor/console.ts'
import type { Facts } from '../../../cli/doctor/facts.ts'
import { type Environment, parseConfig } from '../../config/config.ts'
import { lacksConsoleOrigin, tellConsoleOrigin } from './console-origins.ts'

const own = { ADMIN_LISTEN: '3001', PUBLIC_URL: 'https://accounts.example.com', TRUSTED_PROXIES: 'none' }

const toldBy = async (settings: Environment) => {
  const config = parseConfig(settings)
  const lines: unknown[] = []
  tellConsoleOrigin(config, { info: (line: unknown) => lines.push(line) })
  const [finding] = await consoleCheck.run({ settings: () => config } as unknown as Facts)
  return { isLacking: lacksConsoleOrigin(config), lines: lines.length, message: finding?.message ?? '' }
}

test('a console at an address that passkeys do not know is told at the start, and by the doctor', async () => {
  const lacking = await toldBy(own)
  assert.deepEqual([lacking.isLacking, lacking.lines], [true, 1])
  assert.match(lacking.message, /PASSKEY_ORIGINS/)
  for (const settings of [
    { ...own, PASSKEY_ORIGINS: 'https://console.accounts.example.com' },
    { ...own, ADMIN_LISTEN: '' },
    { ...own, PUBLIC_URL: '' },
  ]) {
    const told = await toldBy(settings)
    assert.deepEqual([told.isLacking, told.lines], [false, 0])
    assert.doesNotMatch(told.message, /PASSKEY_ORIGINS/)
  }
  // apps are no console
  const app = 'android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  assert.equal((await toldBy({ ...own, PASSKEY_ORIGINS: app })).isLacking, true)
})
