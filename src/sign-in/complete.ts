import type { TokenPair } from '../../contract/wire.ts'
import type { Client, Deps } from '../deps.ts'
import { type Opening, openSession, type SignedIn } from '../sessions/open.ts'

/** A first factor that was right: a password, or another provider's word. */
export type FirstFactor = SignedIn & Pick<Opening, 'also'>

/** Where every first factor passes, whichever grant proved it, and the only way from one to a pair of tokens. */
export const completeFirstFactor = async (
  deps: Deps,
  { also = [], ...signedIn }: FirstFactor,
  client: Client,
): Promise<TokenPair> => openSession(deps, signedIn, client, { also })
