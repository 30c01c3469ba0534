import { insertCode } from '../../credentials/identities/under-way/queries.ts'
import type { Deps } from '../../deps.ts'
import { newCode, readCode } from './code.ts'

const codeSeconds = 60

/** Who was recognised, by which provider, and the S256 challenge of the client that will exchange the code. */
export type CodeOwner = { userId: string; epoch: number; method: string; codeChallenge?: string | undefined }

/** Issues a one-time code for the `oauth_code` grant, good for a minute. Only its digest is stored. */
export const issueCode = async (deps: Deps, recognised: CodeOwner): Promise<string> => {
  const code = newCode(recognised.userId)
  const { digest } = readCode(code) as { digest: Buffer }
  const { userId, epoch, method, codeChallenge } = recognised
  await insertCode(deps.db, { userId, digest, epoch, method, codeChallenge, seconds: codeSeconds })
  return code
}
