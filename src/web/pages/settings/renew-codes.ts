import { renewBackupCodes } from '#flows/second-factor/renew-codes.ts'
import { paths } from '../paths.ts'
import { bothFactorsPage } from './both-factors.ts'
import { leadToCodes } from './codes-cookie.ts'

export const renewCodesPage = bothFactorsPage({
  path: paths.renewCodes,
  summary: 'Replaces the backup codes.',
  name: 'renewCodes',
  run: async (visit, owner, proofs) => {
    const { backup } = await renewBackupCodes(visit.deps, owner, proofs, visit.client)
    return leadToCodes(visit, owner, backup)
  },
})
