export type Words = { title: string; lead: readonly string[] }

const fromElsewhere: Words = {
  title: "This request didn't come from our page",
  lead: ['Please open the page again and press its button there.'],
}

const byStatus: Record<number, Words> = {
  401: {
    title: 'This link no longer works',
    lead: [
      "It has expired, has already been used, or was replaced by a newer one. If you have just used it, you're all set. Otherwise, please request a new one.",
    ],
  },
  403: fromElsewhere,
  415: fromElsewhere,
  429: { title: 'Too many attempts', lead: ['Please wait a few minutes and try again.'] },
  503: {
    title: 'Temporarily unavailable',
    lead: ['Please try again in a minute. Your link still works.'],
  },
}

/** @param message the refusal's own public message, for a status that has no words here */
export const refusalWords = (status: number, message: string): Words =>
  byStatus[status] ?? { title: 'Something went wrong', lead: [message] }
