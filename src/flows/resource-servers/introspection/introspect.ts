import type { ActiveToken, InactiveToken, Introspection, Introspections } from '#contract/wire.ts'
import type { PresentedKey } from '#credentials/service-keys/queries.ts'
import { admitService } from '#credentials/service-keys/require-scope.ts'
import type { Client, Deps } from '#deps.ts'
import { nobody } from '#platform/crypto/id.ts'
import { isAuthentic, type PresentedToken, readToken } from '#platform/crypto/token.ts'
import { noteUses } from '#sessions/note-uses.ts'
import { amrOf } from './amr.ts'
import { findKeyAndToken, findKeyAndTokens, type ToldToken } from './queries.ts'

const inactive: InactiveToken = { active: false }
/** Stands in for a token that cannot be read. */
const nothing = { userId: nobody, sessionId: nobody, generation: 0 }

/**
 * What a service may know of a token (RFC 7662 §2.2). It is a use of the session, like any other.
 * @throws 401, 403 and 429 for its key
 */
export const introspect = async (
  deps: Deps,
  key: PresentedKey,
  token: string,
  clientOf: () => Client,
): Promise<Introspection> => {
  const claim = readToken(deps.keys, 'access', token)
  const found = await findKeyAndToken(deps.db, { key, claim: claim ?? nothing })
  await admitService(deps, 'introspect', { key, found }, clientOf)
  if (!claim || !found?.seed || !isAuthentic(claim, found.seed)) return inactive
  if (found.unnoted) await noteUses(deps, [{ ...claim, unnoted: found.unnoted }])
  return activeToken(claim, found)
}

/** The same of many, in their order. @throws the same */
export const introspectAll = async (
  deps: Deps,
  key: PresentedKey,
  tokens: readonly string[],
  clientOf: () => Client,
): Promise<Introspections> => {
  const claims = tokens.map((token) => readToken(deps.keys, 'access', token))
  const asked = claims.map((claim) => claim ?? nothing)
  const { found, tokens: told } = await findKeyAndTokens(deps.db, { key, claims: asked })
  await admitService(deps, 'introspect', { key, found }, clientOf)
  const results = tokens.map((): Introspection => inactive)
  const used = []
  for (const token of told) {
    const claim = claims[token.n - 1]
    if (!claim || !isAuthentic(claim, token.seed)) continue
    results[token.n - 1] = activeToken(claim, token)
    if (token.unnoted) used.push({ ...claim, unnoted: token.unnoted })
  }
  await noteUses(deps, used)
  return { results }
}

const activeToken = ({ userId, sessionId }: PresentedToken, found: ToldToken): ActiveToken => {
  const { issuedAt, endsAt, provenAt, externalId, email, isVerified } = found
  return {
    active: true,
    sub: userId,
    ...(externalId !== null && { external_id: externalId }),
    sid: sessionId,
    token_type: 'Bearer',
    client_id: 'sallyport',
    ...(issuedAt !== null && { iat: issuedAt }),
    exp: endsAt,
    auth_time: provenAt,
    ...toldMethods(found.methods),
    ...(email !== null && isVerified !== null && { email, email_verified: isVerified }),
  }
}

type Methods = Pick<ActiveToken, 'amr' | 'methods'>

/** Kept, because there are few combinations. Answers share them. */
const toldMethods = (text: string): Methods => {
  const known = methodsByText.get(text)
  if (known) return known
  const methods = text.split(',')
  const told = { amr: amrOf(methods), methods }
  methodsByText.set(text, told)
  return told
}

const methodsByText = new Map<string, Methods>()
