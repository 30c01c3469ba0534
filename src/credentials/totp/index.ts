import { sealedAuthenticators } from './queries/authenticators.ts'
import { sealedEnrolments, sweepEarlierEnrolments, sweepEnrolments } from './queries/enrolments.ts'

export const totpFactors = {
  tables: ['totp_factors', 'pending_apps', 'totp_enrolments'],
  spread: { totp_factors: 'user_id', pending_apps: 'user_id', totp_enrolments: 'user_id' },
  sealed: [sealedAuthenticators, sealedEnrolments],
  jobs: [
    { name: 'delete enrolments', run: sweepEnrolments },
    { name: 'delete enrolments of an earlier version', run: sweepEarlierEnrolments },
  ],
}
