import type { Credential } from '../credential.ts'
import { deleteIdentities, hasIdentity } from './queries.ts'
import { deleteCodes, deleteUnderWay } from './under-way/queries.ts'

/** Who somebody is at another provider. */
export const identity: Credential = {
  kind: 'identity',
  proves: 'first',
  standsAlone: true,
  isSetUp: hasIdentity,
  deleteAll: async (runner, userId) => {
    await deleteUnderWay(runner, userId)
    await deleteCodes(runner, userId)
    return deleteIdentities(runner, userId)
  },
  deleteSince: (runner, userId, { changedAt }) => deleteIdentities(runner, userId, { since: changedAt }),
}
