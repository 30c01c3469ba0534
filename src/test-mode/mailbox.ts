import { EventEmitter, once } from 'node:events'
import type { Mailer, OutgoingMail } from '../platform/mailer.ts'
import type { TestMail } from './testing-types.ts'

type Wanted = { to?: string | undefined; kind?: string | undefined }

export type TestMailbox = {
  mailer: Mailer
  /** Oldest first. */
  list(wanted?: Wanted): TestMail[]
  /** @returns how many there were */
  remove(wanted?: Wanted): number
  /** Returns when one arrives, or `signal` says so. */
  arrival(signal: AbortSignal): Promise<void>
}

/** Mails that go nowhere. */
export const newMailbox = (): TestMailbox => {
  let mails: TestMail[] = []
  const arrivals = new EventEmitter().setMaxListeners(0)
  const fits = ({ to, kind }: Wanted) => {
    const address = to?.toLowerCase()
    return (mail: TestMail) =>
      (address === undefined || mail.to.toLowerCase() === address) &&
      (kind === undefined || mail.kind === kind)
  }
  return {
    mailer: async (mail) => {
      mails.push(shown(mail))
      arrivals.emit('mail')
      return 'kept for a test'
    },
    list: (wanted = {}) => mails.filter(fits(wanted)),
    remove: (wanted = {}) => {
      const before = mails.length
      const isWanted = fits(wanted)
      mails = mails.filter((mail) => !isWanted(mail))
      return before - mails.length
    },
    arrival: (signal) =>
      once(arrivals, 'mail', { signal }).then(
        () => {},
        () => {},
      ),
  }
}

const shown = ({ id, to, at, subject, text, html }: OutgoingMail): TestMail => ({
  id,
  to,
  kind: id.slice(0, id.indexOf('.')),
  at: at.toISOString(),
  subject,
  link: /https?:\/\/\S+[?&]token=\S+/.exec(text)?.[0] ?? null,
  // on a line of its own, as all codes are
  code: /^ {4}([0-9A-Z]{4}-[0-9A-Z]{4})$/m.exec(text)?.[1] ?? null,
  text,
  html,
})
