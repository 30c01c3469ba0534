import vine from '@vinejs/vine'
import type { TokenPair } from '../../../contract/wire.ts'
import type { Client, Deps } from '../../deps.ts'
import { forgetAttempts } from '../../limits/queries.ts'
import { passwordAttempts } from '../../limits/rules.ts'
import { openSession } from '../../sessions/open.ts'
import { answerChallenge } from '../../two-factor/answer.ts'
import type { FactorAnswer } from '../../two-factor/check-code.ts'
import { factorMethods } from '../../two-factor/methods.ts'

const exchange = async (
  deps: Deps,
  answer: FactorAnswer & { challenge: string },
  client: Client,
): Promise<TokenPair> => {
  const { attemptsKind, ...signedIn } = await answerChallenge(deps, answer, client)
  const also = attemptsKind ? [forgetAttempts(passwordAttempts(signedIn.userId, attemptsKind))] : []
  return openSession(deps, signedIn, client, { also })
}

export const twoFactorGrant = {
  body: vine.create({ challenge: vine.string(), method: vine.enum(factorMethods), code: vine.string() }),
  exchange,
}
