import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Environment } from '../../src/config/config.ts'
import { get } from '../support/http.ts'
import { askTest, startTested } from '../support/test-mode.ts'

const inTheWay: { settings: Environment; twoFactor?: 'passkey' }[] = [
  { settings: { EMAIL_VERIFICATION: 'required' } },
  { settings: { EMAIL_VERIFICATION: 'required' }, twoFactor: 'passkey' },
  { settings: { TWO_FACTOR: 'required' } },
  { settings: { TWO_FACTOR: 'required', EMAIL_VERIFICATION: 'required' }, twoFactor: 'passkey' },
  { settings: { REGISTRATION: 'invited', EMAIL_VERIFICATION: 'required' } },
  { settings: { REGISTRATION: 'closed', TWO_FACTOR: 'required' }, twoFactor: 'passkey' },
  { settings: { REGISTRATION: 'closed', EMAIL_VERIFICATION: 'off' } },
]

for (const { settings, twoFactor } of inTheWay)
  test(`a person is made with ${JSON.stringify({ ...settings, twoFactor })}`, async () => {
    const strict = await startTested(settings)
    const { email, tokens, totp, passkey, backup } = await strict.test.person({ twoFactor })
    const { token, abilities } = tokens.accessToken
    assert.deepEqual(abilities, ['*'])
    const { body } = await get(strict, '/users/me', token)
    assert.deepEqual([body.email, body.emailVerified], [email, true])
    const isGuarded = settings.TWO_FACTOR === 'required'
    assert.equal(backup?.length, isGuarded || twoFactor ? 10 : undefined)
    assert.deepEqual([Boolean(totp), Boolean(passkey)], [isGuarded && !twoFactor, Boolean(twoFactor)])
    assert.deepEqual(await strict.test.mails({ to: email, wait: 0 }), [])
    for (const [wrong, rule] of [
      [email, 'database.unique'],
      ['nobody', 'email'],
    ]) {
      const answer = await askTest(strict, 'POST', '/test/people', { email: wrong })
      assert.deepEqual([answer.status, answer.body[0].rule], [422, rule])
    }
  })
