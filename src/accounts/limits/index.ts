import { sweepAttempts } from './queries.ts'

export const limits = {
  tables: ['attempts'],
  spread: { attempts: 'subject' },
  jobs: [{ name: 'delete attempts', run: sweepAttempts }],
}
