/** The three faces of a mail. */
export type Composed = { subject: string; text: string; html: string }

/** One mail to one mailbox. */
export type OutgoingMail = Composed & {
  /** The same however often the mail is sent, so that whoever gets it twice can tell. */
  id: string
  to: string
  /** When it was written. */
  at: Date
}

/** Sends a mail. @returns what the other side said. @throws when it did not take it, or nobody knows whether it did */
export type Mailer = (mail: OutgoingMail) => Promise<string>
