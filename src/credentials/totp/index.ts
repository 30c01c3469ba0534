import { sweepEnrolments } from './queries.ts'

export const totp = {
  name: 'totp',
  tables: ['totp_factors', 'totp_enrolments'],
  jobs: [{ name: 'delete enrolments', run: sweepEnrolments }],
}
