import { insertIdentityLink } from '../../credentials/identities/pending-links/queries.ts'
import type { Deps } from '../../deps.ts'
import { oauthCodes } from './code.ts'

const linkSeconds = 10 * 60

/** An identity that a provider has proven, and the account that it may be linked to. */
export type Linkable = {
  userId: string
  provider: string
  subject: string
  email: string | undefined
  codeChallenge: string | undefined
}

/**
 * Issues a code with which the owner, signed in, confirms a link. The provider's word alone links nothing: somebody
 * lured through another's link would give their identity away.
 */
export const issueLinkCode = async ({ db }: Deps, linkable: Linkable): Promise<string> => {
  const { token, key } = oauthCodes.issue(linkable)
  await insertIdentityLink(db, { ...linkable, ...key, seconds: linkSeconds })
  return token
}
