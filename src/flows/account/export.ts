import type { AccountExport } from '#contract/wire.ts'
import { listEvents } from '../../accounts/events/queries/events.ts'
import { listAttempts } from '../../accounts/limits/queries/attempts.ts'
import { exportsOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { listLinks } from '../../accounts/links/queries.ts'
import { listRefusals, type RefusalRow } from '../../accounts/refusals/queries/read.ts'
import { findMailbox } from '../../accounts/users/queries/emails.ts'
import { listFormerEmails } from '../../accounts/users/queries/former-emails.ts'
import { listKnownAddresses } from '../../accounts/users/queries/known-addresses.ts'
import { findAccount } from '../../accounts/users/queries/users.ts'
import { listIdentities } from '../../credentials/identities/queries/identities.ts'
import { listMailedCodes } from '../../credentials/mailed-code/queries.ts'
import { listPasskeys } from '../../credentials/passkeys/queries/passkeys.ts'
import { shownPasskey } from '../../credentials/passkeys/shown.ts'
import { listHeldDevices } from '../../credentials/trusted-devices/queries.ts'
import type { Deps } from '../../deps.ts'
import { listMails } from '../../messages/outbox/queries/of-user.ts'
import { unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { listSessions } from '../../sessions/list.ts'
import type { SessionKey } from '../../sessions/queries/sessions.ts'
import { showTwoFactor } from '../second-factor/show.ts'
import { shownDevice } from '../trusted-devices/list.ts'
import { accountEvent } from './list-events.ts'
import { accountMail } from './list-mails.ts'
import { takePage } from './page.ts'

/** Of events and of mails. Older ones are read in pages. */
export const exportedRows = 1_000

/** @throws 429 after ten in an hour */
export const exportAccount = async (deps: Deps, bearer: Bearer): Promise<AccountExport> => {
  await takeAttempts(deps, [exportsOf(bearer.userId)])
  const exported = await everythingAbout(deps, bearer, { newestRows: exportedRows })
  if (!exported) throw unauthorized()
  return exported
}

/**
 * Everything held about a person, except secrets and their digests: of events and mails the newest, and the
 * cursors of the rest.
 */
export const everythingAbout = async (
  { db }: Pick<Deps, 'db'>,
  session: SessionKey,
  { newestRows, isForOperators = false }: { newestRows: number; isForOperators?: boolean },
): Promise<AccountExport | undefined> => {
  const { userId } = session
  const account = await findAccount(db, userId)
  const mailbox = await findMailbox(db, userId)
  if (!account || !mailbox) return
  // sequentially, because others need connections too
  const twoFactor = await showTwoFactor({ db }, userId)
  const passkeys = await listPasskeys(db, userId)
  const identities = await listIdentities(db, userId)
  const sessions = await listSessions({ db }, session)
  const devices = await listHeldDevices(db, userId)
  const addresses = await listKnownAddresses(db, userId, { alsoOfConsole: true })
  const formerEmails = await listFormerEmails(db, userId)
  const links = await listLinks(db, userId)
  const codes = await listMailedCodes(db, mailbox.canonical)
  const mails = await takePage({ limit: newestRows }, (range) => listMails(db, userId, range))
  const attempts = await listAttempts(db, { userId, canonical: mailbox.canonical })
  const refusals = await listRefusals(db, userId, newestRows)
  const events = await takePage({ limit: newestRows }, (range) =>
    listEvents(db, userId, { ...range, isForOperators }),
  )
  return {
    id: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    createdAt: account.createdAt.toISOString(),
    language: account.language,
    externalId: account.externalId,
    twoFactor,
    passkeys: passkeys.map(shownPasskey),
    identities: identities.map(toWire),
    sessions,
    trustedDevices: devices.map(shownDevice),
    knownAddresses: addresses.map(({ address, seenAt }) => ({ ip: address, seenAt: seenAt.toISOString() })),
    formerEmails: formerEmails.map(toWire),
    links: [...links, ...codes.map((code) => ({ kind: 'sign-in-code', ...code }))].map(toWire),
    mails: mails.rows.map(accountMail),
    nextMails: mails.next,
    attempts: attempts.map(toWire),
    refusals: refusals.map(toldRefusal),
    events: events.rows.map(accountEvent),
    nextEvents: events.next,
  }
}

const toldRefusal = ({ count, firstAt, lastAt, code, rule, operation, address }: RefusalRow) =>
  toWire({ count, firstAt, lastAt, code, rule, operation, ip: address })

type Wire<Row> = { [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] }

const toWire = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  ) as Wire<Row>
