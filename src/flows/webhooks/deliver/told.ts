import { findMailbox } from '#accounts/users/queries/emails.ts'
import { nobody } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import type { ToldEvent } from './batch.ts'

const maxBytes = 16 * 1024

/** After these, an account has an address that it did not have. */
const withEmail = ['user.registered', 'user.invited', 'user.imported', 'email.changed', 'email.change_undone']

/** The body of the message about an event. It is the same each time, unless the address has changed since. */
export const messageBody = async (
  runner: Runner,
  event: ToldEvent,
  { includesAddresses }: { includesAddresses: boolean },
): Promise<string> => {
  const data = {
    userId: event.userId === nobody ? null : event.userId,
    ...(event.externalId !== undefined && { externalId: event.externalId }),
    sessionId: event.sessionId,
    actor: { kind: event.actorKind, id: event.actorId },
    outcome: event.outcome,
    ...(withEmail.includes(event.type) && (await emailOf(runner, event.userId))),
    ...(includesAddresses && event.address !== null && { ip: event.address }),
  }
  const { type, at } = event
  const whole = JSON.stringify({ type, timestamp: at.toISOString(), data: { ...data, detail: event.detail } })
  if (Buffer.byteLength(whole) <= maxBytes) return whole
  return JSON.stringify({ type, timestamp: at.toISOString(), data: { ...data, detail: {} } })
}

/** None of an account that is gone by now. */
const emailOf = async (runner: Runner, userId: string) => {
  const mailbox = await findMailbox(runner, userId)
  return mailbox?.isGenuine() ? { email: mailbox.typed } : {}
}
