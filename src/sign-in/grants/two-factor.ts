import vine from '@vinejs/vine'
import type { TokenPair } from '../../../contract/wire.ts'
import type { Client, Deps } from '../../deps.ts'
import { settlePasswords } from '../../limits/settle-passwords.ts'
import { openSession } from '../../sessions/open.ts'
import { answerChallenge } from '../../two-factor/answer.ts'
import type { FactorAnswer } from '../../two-factor/check-code.ts'
import { factorMethods } from '../../two-factor/methods.ts'
import { findMailbox } from '../../users/mailboxes/queries.ts'

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
