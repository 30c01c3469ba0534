import { insertCode } from '../../credentials/identities/codes/queries.ts'
import type { Deps } from '../../deps.ts'
import { oauthCodes } from './code.ts'

const codeSeconds = 60

/** `method`: the provider. `codeChallenge`: of the client that will exchange the code (S256). */
export type CodeOwner = { userId: string; epoch: number; method: string; codeChallenge?: string | undefined }

/** Issues a code for the `oauth_code` grant. */
export const issueCode = async (
  { db }: Deps,
  { userId, epoch, method, codeChallenge }: CodeOwner,
): Promise<string> => {
  const { token, key } = oauthCodes.issue({ userId })
  await insertCode(db, { ...key, epoch, method, codeChallenge, seconds: codeSeconds })
  return token
}
