import { randomUUID } from 'node:crypto'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { seal } from '../../platform/crypto/seal.ts'
import { elsewhere, type Runner } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import type { MailName, Mails } from '../mail/mails.ts'
import { type MailSecrets, mailOwner } from './mail.ts'
import { insertRow } from './queries/outbox.ts'

type Letter<Name extends MailName> = {
  name: Name
  /** The account it is about. */
  userId: string
  recipient: string
  /** A subquery for the account's. */
  language: Fragment
  detail: Omit<Mails[Name], 'link' | 'code'>
  secrets?: MailSecrets
  /** How long delivery is tried; three days by default. */
  seconds?: number
}

/** To be run in the transaction of the change that it reports. Secrets are sealed for their recipient. */
export const postMail = <Name extends MailName>(
  runner: Runner,
  keys: KeyRing,
  { secrets, ...letter }: Letter<Name>,
): Promise<unknown> => put(runner, letter, sealedFor(keys, letter.userId, letter.recipient, secrets))

/** The same without anything to seal. */
export const postNews = <Name extends MailName>(
  runner: Runner,
  letter: Omit<Letter<Name>, 'secrets'>,
): Promise<unknown> => put(runner, letter, undefined)

/** To an address without an account. Nothing is kept of it once it is sent. */
export const postNewcomer = <Name extends MailName>(
  runner: Runner,
  keys: KeyRing,
  { name, secrets, ...letter }: Omit<Letter<Name>, 'userId'>,
): Promise<unknown> => {
  const queue = randomUUID()
  return insertRow(elsewhere(runner), {
    ...letter,
    queue,
    userId: undefined,
    channel: 'mail',
    message: name,
    sealed: sealedFor(keys, queue, letter.recipient, secrets),
  })
}

const sealedFor = (keys: KeyRing, queue: string, to: string, secrets: MailSecrets | undefined) =>
  secrets && seal(keys, Buffer.from(JSON.stringify({ ...secrets, to })), mailOwner(queue))

const put = <Name extends MailName>(
  runner: Runner,
  { name, userId, ...letter }: Omit<Letter<Name>, 'secrets'>,
  sealed: Uint8Array | undefined,
) => insertRow(runner, { ...letter, queue: userId, userId, channel: 'mail', message: name, sealed })
