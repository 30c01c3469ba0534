import { sweepAttempts } from './queries.ts'

export const limits = {
  name: 'limits',
  tables: ['attempts'],
  jobs: [{ name: 'delete attempts', run: sweepAttempts }],
}
