import { unauthorized } from '#platform/errors.ts'
import type { Visitor } from '#sessions/authenticate-visit.ts'
import { requireRecentProof } from '#sessions/proof/require-recent-proof.ts'
import type { Visit } from '../hosted-page.ts'

/** The signed-in person. @throws 401, which leads to the sign-in */
export const ownerOf = async (visit: Visit): Promise<Visitor> => {
  const visitor = await visit.visitor()
  if (!visitor) throw unauthorized()
  return visitor
}

/** The same, with a recent proof of identity. @throws 403, which leads to the page that renews it */
export const provenOwnerOf = async (visit: Visit): Promise<Visitor> => {
  const visitor = await ownerOf(visit)
  await requireRecentProof(visit.deps, visitor, undefined, visit.client)
  return visitor
}
