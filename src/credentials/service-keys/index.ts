import { onCoordinator } from '../../platform/db/spreading/spread.ts'
import { sweepServiceKeys } from './queries.ts'

/** What other services prove with who they are. */
export const serviceKeys = {
  name: 'service keys',
  tables: ['service_keys'],
  spread: { service_keys: onCoordinator },
  jobs: [{ name: 'delete expired service keys', run: sweepServiceKeys }],
}
