import { insertCode } from '../../credentials/identities/queries/codes.ts'
import type { Deps } from '../../deps.ts'
import { oauthCodes } from './code.ts'

const codeSeconds = 60

type CodeOwner = {
  userId: string
  epoch: number
  /** How the person has proven their identity. */
  methods: string[]
  /** Whether a second factor is among them. */
  isComplete?: boolean
  /** Since that was proven; 0 by default. */
  provenSecondsAgo?: number
  /** Since the second factor was, if that was earlier: on a trusted device. */
  factorSecondsAgo?: number | undefined
  /** The visit on the pages that it comes from. */
  visitId?: string
  /** Of the client that will exchange the code (S256). */
  codeChallenge?: string | undefined
}

/** Issues a code for the `oauth_code` grant. */
export const issueCode = async (
  { db }: Deps,
  { userId, isComplete = false, provenSecondsAgo = 0, ...proof }: CodeOwner,
): Promise<string> => {
  const { token, key } = oauthCodes.issue({ userId })
  await insertCode(db, {
    codeChallenge: undefined,
    ...proof,
    ...key,
    isComplete,
    provenSecondsAgo,
    seconds: codeSeconds,
  })
  return token
}
