import { sealedSecrets, sweepEnrolments } from './queries.ts'

export const totpFactors = {
  name: 'totp',
  tables: ['totp_factors', 'totp_enrolments'],
  sealed: sealedSecrets,
  jobs: [{ name: 'delete enrolments', run: sweepEnrolments }],
}
