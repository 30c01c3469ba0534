import vine from '@vinejs/vine'
import type { TokenPair } from '../../../../contract/wire.ts'
import { settlePasswords } from '../../../accounts/limits/settle-passwords.ts'
import { findMailbox } from '../../../accounts/users/mailboxes/queries.ts'
import { factorMethods } from '../../../credentials/methods.ts'
import type { Client, Deps } from '../../../deps.ts'
import { openSession } from '../../../sessions/open.ts'
import type { FactorAnswer } from '../../../sessions/proof/check-code.ts'
import { answerChallenge } from '../second-step/answer.ts'

const exchange = async (
  deps: Deps,
  answer: FactorAnswer & { challenge: string },
  client: Client,
): Promise<TokenPair> => {
  const { attemptsKind, ...signedIn } = await answerChallenge(deps, answer, client)
  const also = attemptsKind ? await settled(deps, signedIn.userId, attemptsKind) : []
  return openSession(deps, signedIn, client, { also })
}

const settled = async (deps: Deps, userId: string, kind: string) => {
  const mailbox = await findMailbox(deps.db, userId)
  return mailbox ? settlePasswords(userId, mailbox.canonical, kind) : []
}

export const twoFactorGrant = {
  body: vine.create({ challenge: vine.string(), method: vine.enum(factorMethods), code: vine.string() }),
  exchange,
}
