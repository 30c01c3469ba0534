import { createHash } from 'node:crypto'
import { isTwoFactorRequired } from '../../config/two-factor-policy.ts'
import type { Deps } from '../../deps.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import { errorMessage, propertiesOf } from '../../platform/properties-of.ts'
import { compose } from '../mail/compose.ts'
import { deviceOf } from '../mail/device.ts'
import { linkPaths, linkTo } from '../mail/link.ts'
import type { MailName, Mails } from '../mail/mails.ts'
import { NotAMailbox } from '../mail/recipient.ts'
import { chooseLanguage } from '../texts/language.ts'
import { type Channel, ContentRejected, Undeliverable } from './channel.ts'
import type { OutboxRow } from './queries/delivery.ts'

export type MailSecrets = { token?: string; code?: string }

export const mailChannel: Channel = async (deps, row) => {
  const { config, mail } = deps
  const name = row.message as MailName
  const { token, ...secrets } = openSecrets(deps, row)
  const link =
    token === undefined ? {} : { link: linkTo(config, linkPaths[name as keyof typeof linkPaths], token) }
  // a notice states when it happened, perhaps a while before it was written
  const at = typeof row.detail.at === 'string' ? new Date(row.detail.at) : row.createdAt
  const isRequired = isTwoFactorRequired(deps)
  const language = chooseLanguage({ account: row.language, standard: config.language })
  const { userAgent, ...detail } = row.detail
  const device = typeof userAgent === 'string' && deviceOf(userAgent, language)
  const about = {
    isRequired,
    ...unsaid,
    ...detail,
    ...(device && { device }),
    ...secrets,
    ...link,
    at,
  } as unknown as Mails[typeof name]
  const composed = compose(config, name, { ...about, at }, language)
  try {
    return await mail({ ...composed, id: idOf(row), to: row.recipient, at: row.createdAt })
  } catch (error) {
    throw judged(error)
  }
}

/** Fields missing from an earlier version's email. */
const unsaid = { codeMinutes: 10 }

/** The owner that emails are sealed for: they open only in their own queue. */
export const mailOwner = (queue: string): string => `mail ${queue}`

/** @throws `Undeliverable` if it does not open, or was sealed for another recipient */
export const openSecrets = (
  { keys }: Pick<Deps, 'keys'>,
  { queue, sealed, recipient }: Pick<OutboxRow, 'queue' | 'sealed' | 'recipient'>,
): MailSecrets => {
  if (!sealed) return {}
  const opened = unseal(keys, sealed, mailOwner(queue))
  if (!opened) throw new Undeliverable('it does not open: SECRET_KEY lacks its key, or the row was changed')
  // unknown to an earlier version
  const { to = recipient, ...secrets } = JSON.parse(opened.toString())
  if (to !== recipient) throw new Undeliverable('its recipient was changed')
  return secrets
}

// reveals neither the account nor the number of emails
const idOf = ({ queue, id, message }: OutboxRow) =>
  `${message}.${createHash('sha256').update(`${queue} ${id}`).digest('hex').slice(0, 16)}`

const judged = (error: unknown): unknown => {
  const message = errorMessage(error)
  if (error instanceof NotAMailbox || isUnknownMailbox(error) || isUnwritable(error))
    return new Undeliverable(message, { cause: error })
  return isRefusedContent(error) ? new ContentRejected(message, { cause: error }) : error
}

/** RFC 5321 §4.3.2: an answer to DATA is about this email. A filter may reject a stranger's words in it. */
const isRefusedContent = (error: unknown) => {
  const { command, responseCode } = propertiesOf(error)
  return command === 'DATA' && responseCode !== undefined
}

/** RFC 3463 §3.2: the mailbox doesn't exist. Everything else may get fixed. */
const isUnknownMailbox = (error: unknown) => {
  const { command, response } = propertiesOf(error)
  return command === 'RCPT TO' && /^5\d\d[ -]5\.1\.\d/.test(String(response))
}

/** RFC 6531 §3.5: a non-ASCII address at a server that does not support them. A retry would not change that. */
const isUnwritable = (error: unknown) => {
  const { command, response } = propertiesOf(error)
  return (command === 'RCPT TO' || command === 'MAIL FROM') && /^5\d\d[ -]5\.6\.7\b/.test(String(response))
}
