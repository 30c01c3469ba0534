import { sealedAuthenticators } from './authenticators/queries.ts'
import { sealedEnrolments, sweepEnrolments } from './enrolments/queries.ts'

export const totpFactors = {
  name: 'totp',
  tables: ['totp_factors', 'totp_enrolments'],
  sealed: [sealedAuthenticators, sealedEnrolments],
  jobs: [{ name: 'delete enrolments', run: sweepEnrolments }],
}
