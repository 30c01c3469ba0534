import vine from '@vinejs/vine'
import { optional } from '#platform/exact.ts'
import { exchangeCode } from '../../return/exchange-code.ts'
import { signInBy } from '../complete.ts'
import { deviceField, exchangeBy } from './grant.ts'

export const signInByCode = signInBy('oauth_code', exchangeCode)

export const oauthCodeGrant = {
  body: vine.create({ code: vine.string(), code_verifier: optional(vine.string()), ...deviceField() }),
  exchange: exchangeBy(signInByCode),
}
