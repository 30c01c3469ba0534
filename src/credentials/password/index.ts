import type { Job } from '../../platform/jobs.ts'
import { imitateForeign } from './imitate-foreign.ts'
import { sealedPasswords } from './queries.ts'

const lookForForeign: Job['run'] = async (_db, _batch, deps) => {
  await imitateForeign(deps)
  return 0
}

export const passwords = {
  tables: ['passwords'],
  spread: { passwords: 'user_id' },
  sealed: [sealedPasswords],
  jobs: [{ name: 'look for imported passwords', run: lookForForeign }],
}
