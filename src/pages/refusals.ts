/** What a page says when it cannot do what it was asked to. */
export type Words = { title: string; lead: readonly string[] }

const fromElsewhere: Words = {
  title: 'That did not come from this page',
  lead: ['Please open the link in the mail again, and press the button there.'],
}

const byStatus: Record<number, Words> = {
  401: {
    title: 'This link does not work any more',
    lead: [
      'It has been used, it is too old, or there is a newer one. If you have just used it, all is done. Otherwise please ask for another.',
    ],
  },
  403: fromElsewhere,
  415: fromElsewhere,
  429: { title: 'Too many attempts', lead: ['Please wait for some minutes, and try again.'] },
  503: {
    title: 'Not available at the moment',
    lead: ['Please try again in a minute. Your link stays good.'],
  },
}

/** @param message the public words of the refusal, for what has none here */
export const refusalWords = (status: number, message: string): Words =>
  byStatus[status] ?? { title: 'Something is not right', lead: [message] }
