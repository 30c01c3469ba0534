import vine from '@vinejs/vine'
import { exchangeCode } from '../../provider-sign-in/exchange-code.ts'
import { afterFirstFactor } from './grant.ts'

export const oauthCodeGrant = {
  body: vine.create({ code: vine.string(), code_verifier: vine.string().optional() }),
  exchange: afterFirstFactor(exchangeCode),
}
