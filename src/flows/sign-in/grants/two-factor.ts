import vine from '@vinejs/vine'
import { codeMethods, factorMethods } from '#credentials/index.ts'
import { assertionField } from '#credentials/passkeys/answer.ts'
import { bodyByMethod } from '#platform/body-by-method.ts'
import { optional } from '#platform/exact.ts'
import { completeSecondFactor } from '../second-step/complete.ts'
import { exchangeBy } from './grant.ts'

const wish = () => optional(vine.boolean({ strict: true }))
const common = () => ({ challenge: vine.string(), trustDevice: wish(), showsCodes: wish() })

const byCode = vine.create({ ...common(), method: vine.enum(codeMethods), code: vine.string() })
const byPasskey = vine.create({ ...common(), method: vine.literal('passkey'), credential: assertionField() })

const byAny = vine.create({ ...common(), method: vine.enum(factorMethods), code: vine.string() })

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
