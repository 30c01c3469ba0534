import vine from '@vinejs/vine'
import { codeMethods, factorMethods } from '#credentials/index.ts'
import { assertionField } from '#credentials/passkeys/answer.ts'
import { bodyByMethod } from '#platform/body-by-method.ts'
import { completeSecondFactor } from '../second-step/complete.ts'
import { exchangeBy } from './grant.ts'

const byCode = vine.create({ challenge: vine.string(), method: vine.enum(codeMethods), code: vine.string() })
const byPasskey = vine.create({
  challenge: vine.string(),
  method: vine.literal('passkey'),
  credential: assertionField(),
})

const byAny = vine.create({ challenge: vine.string(), method: vine.enum(factorMethods), code: vine.string() })

export const twoFactorGrant = {
  body: bodyByMethod(
    [
      [codeMethods, byCode],
      [['passkey'], byPasskey],
    ],
    byAny,
  ),
  exchange: exchangeBy(completeSecondFactor),
}
