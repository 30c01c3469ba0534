import { onCoordinator } from '../../platform/db/spreading/spread.ts'
import { sweepRefusals, sweepUnownedRefusals } from './queries/write.ts'

/** Why requests were refused, for operators. */
export const refusals = {
  tables: ['refusals', 'unowned_refusals'],
  spread: { refusals: 'user_id', unowned_refusals: onCoordinator },
  jobs: [
    { name: 'delete old refusals', run: sweepRefusals },
    { name: 'delete old refusals about no account', run: sweepUnownedRefusals },
  ],
}
