import { sealedAuthenticators } from './authenticators/queries.ts'
import { sealedEnrolments, sweepEnrolments } from './enrolments/queries.ts'

export const totpFactors = {
  name: 'totp',
  tables: ['totp_factors', 'totp_enrolments'],
  spread: { totp_factors: 'user_id', totp_enrolments: 'user_id' },
  sealed: [sealedAuthenticators, sealedEnrolments],
  jobs: [{ name: 'delete enrolments', run: sweepEnrolments }],
}
