export type Composed = { subject: string; text: string; html: string }

export type OutgoingMail = Composed & {
  /** The same for every attempt, so that recipients can recognise duplicates. */
  id: string
  to: string
  at: Date
}

/** @returns the server's answer. @throws if delivery failed or its outcome is unknown */
export type Mailer = (mail: OutgoingMail) => Promise<string>
