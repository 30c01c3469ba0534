import assert from 'node:assert/strict'
import { test } from 'node:test'
import vine from '@vinejs/vine'
import { failImportsOf } from '../../../test/support/failing-import.ts'
import { newPasswordField } from './fields.ts'

test('a password is chosen again after the list of common ones could not be loaded', async () => {
  const rules = { passwordMinLength: 8, productName: 'Shop', twoFactorIssuer: 'Shop', publicUrl: '' }
  const check = vine.create({ password: newPasswordField(rules) })
  const choose = () => check.validate({ password: 'a stone bridge in the rain', email: 'ada@example.com' })
  const allow = failImportsOf('@zxcvbn-ts/language-common')
  await assert.rejects(choose(), { code: 'EMFILE' })
  allow()
  await choose()
})
