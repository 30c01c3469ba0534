import { sweepServiceKeys } from './queries.ts'

/** What other services prove with who they are. */
export const serviceKeys = {
  name: 'service keys',
  tables: ['service_keys'],
  jobs: [{ name: 'delete expired service keys', run: sweepServiceKeys }],
}
