import { onCoordinator } from '../../platform/db/spreading/spread.ts'
import { serviceKeySealing, sweepServiceKeys } from './queries.ts'

/** How other services prove their identity. */
export const serviceKeys = {
  tables: ['service_keys'],
  spread: { service_keys: onCoordinator },
  sealings: [serviceKeySealing],
  jobs: [{ name: 'delete expired service keys', run: sweepServiceKeys }],
}
