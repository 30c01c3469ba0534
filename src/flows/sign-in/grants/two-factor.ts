import vine from '@vinejs/vine'
import { factorMethods } from '../../../credentials/index.ts'
import type { Client, Deps } from '../../../deps.ts'
import { pairOf } from '../../../sessions/pair.ts'
import type { FactorAnswer } from '../../../sessions/proof/check-code.ts'
import { completeSecondFactor } from '../second-step/complete.ts'

export const twoFactorGrant = {
  body: vine.create({ challenge: vine.string(), method: vine.enum(factorMethods), code: vine.string() }),
  exchange: async (deps: Deps, answer: FactorAnswer & { challenge: string }, client: Client) =>
    pairOf(deps, await completeSecondFactor(deps, answer, client)),
}
