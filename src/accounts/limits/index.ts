import { sweepAttempts } from './queries.ts'

/** How often anything may be tried. */
export const limits = {
  name: 'limits',
  tables: ['attempts'],
  jobs: [{ name: 'delete attempts', run: sweepAttempts }],
}
