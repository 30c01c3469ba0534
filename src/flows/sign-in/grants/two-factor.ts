import vine from '@vinejs/vine'
import type { CompletedSignIn } from '#contract/wire.ts'
import { codeMethods, factorMethods } from '#credentials/index.ts'
import { assertionField } from '#credentials/passkeys/answer.ts'
import type { Client, Deps } from '#deps.ts'
import { bodyByMethod } from '#platform/body-by-method.ts'
import { optional } from '#platform/exact.ts'
import { pairOf } from '#sessions/pair.ts'
import { completeSecondFactor } from '../second-step/complete.ts'

const showsCodes = () => optional(vine.boolean({ strict: true }))

const byCode = vine.create({
  challenge: vine.string(),
  method: vine.enum(codeMethods),
  code: vine.string(),
  showsCodes: showsCodes(),
})
const byPasskey = vine.create({
  challenge: vine.string(),
  method: vine.literal('passkey'),
  credential: assertionField(),
  showsCodes: showsCodes(),
})

type Body = Awaited<ReturnType<(typeof byCode | typeof byPasskey)['validate']>>

const byAny = vine.create({ challenge: vine.string(), method: vine.enum(factorMethods), code: vine.string() })

export const twoFactorGrant = {
  body: bodyByMethod(
    [
      [codeMethods, byCode],
      [['passkey'], byPasskey],
    ],
    byAny,
  ),
  exchange: async (deps: Deps, { showsCodes, ...answer }: Body, client: Client): Promise<CompletedSignIn> => {
    const { row, backup } = await completeSecondFactor(deps, answer, client, { showsCodes })
    return { ...pairOf(deps, row), ...(backup && { backup }) }
  },
}
