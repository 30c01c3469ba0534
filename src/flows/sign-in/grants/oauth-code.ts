import vine from '@vinejs/vine'
import { optional } from '../../../platform/exact.ts'
import { exchangeCode } from '../../provider-sign-in/exchange-code.ts'
import { afterFirstFactor } from './grant.ts'

export const oauthCodeGrant = {
  body: vine.create({ code: vine.string(), code_verifier: optional(vine.string()) }),
  exchange: afterFirstFactor(exchangeCode),
}
