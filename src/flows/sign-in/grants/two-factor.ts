import vine from '@vinejs/vine'
import type { TokenPair } from '../../../../contract/wire.ts'
import { settlePasswords } from '../../../accounts/limits/settle-passwords.ts'
import { factorMethods } from '../../../credentials/index.ts'
import { findPasswordAccount } from '../../../credentials/password/queries.ts'
import type { Client, Deps } from '../../../deps.ts'
import { openSession } from '../../../sessions/open.ts'
import type { FactorAnswer } from '../../../sessions/proof/check-code.ts'
import { answerChallenge } from '../second-step/answer.ts'

const exchange = async (
  deps: Deps,
  answer: FactorAnswer & { challenge: string },
  client: Client,
): Promise<TokenPair> => {
  const { bucket, ...signedIn } = await answerChallenge(deps, answer, client)
  // failures count by place: the second step proves nothing about the place of the first
  const isOnePlace = bucket === client.bucket && signedIn.methods.includes('password')
  const account = isOnePlace ? await findPasswordAccount(deps.db, signedIn, client.bucket) : undefined
  return openSession(deps, signedIn, client, async (runner) => {
    if (account) await settlePasswords(runner, account, client)
  })
}

export const twoFactorGrant = {
  body: vine.create({ challenge: vine.string(), method: vine.enum(factorMethods), code: vine.string() }),
  exchange,
}
