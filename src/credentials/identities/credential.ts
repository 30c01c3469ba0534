import type { Credential } from '../credential.ts'
import { deleteCodes } from './queries/codes.ts'
import { deleteIdentities, hasIdentity, hasIdentityAmong } from './queries/identities.ts'
import { deleteIdentityLinks } from './queries/pending-links.ts'

/** An account at another provider. */
export const identity: Credential = {
  kind: 'identity',
  proves: 'first',
  amr: ['fed'],
  standsAlone: true,
  isSetUp: hasIdentity,
  isOffered: (userId, { oauthProviders }) =>
    hasIdentityAmong(
      userId,
      oauthProviders.map(({ id }) => id),
    ),
  deleteAll: async (runner, userId) => {
    await deleteIdentityLinks(runner, userId)
    await deleteCodes(runner, userId)
    return deleteIdentities(runner, userId)
  },
  deleteSince: (runner, userId, since) => deleteIdentities(runner, userId, { suspicion: since }),
}
