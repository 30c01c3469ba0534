import { sweepAttempts } from './queries/attempts.ts'

export const limits = {
  tables: ['attempts'],
  spread: { attempts: 'subject' },
  jobs: [{ name: 'delete attempts', run: sweepAttempts }],
}
