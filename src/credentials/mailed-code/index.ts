import { sweepMailedCodes } from './queries.ts'

/** Codes that sign in, mailed to whoever asks. */
export const mailedCodes = {
  tables: ['mailed_codes'],
  spread: { mailed_codes: 'subject' },
  jobs: [{ name: 'delete mailed codes', run: sweepMailedCodes }],
}
