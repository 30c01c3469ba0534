import { listActs } from '#accounts/events/queries/operator-acts.ts'
import type { ActPage } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import { badRequest } from '#platform/errors.ts'
import { type PageAsked, readPage } from '../../account/page.ts'
import { shownAct } from './shown.ts'

/** What operators did, newest first: all of it, or by one service key. @throws 400 */
export const listOperatorsActs = async (
  { db }: Pick<Deps, 'db'>,
  { key, ...asked }: PageAsked & { key?: unknown },
): Promise<ActPage> => {
  const actorId = readKeyId(key)
  const { rows, next } = await readPage(asked, (range) => listActs(db, { ...range, actorId }))
  return { acts: rows.map(shownAct), next }
}

const readKeyId = (asked: unknown) => {
  if (asked === undefined) return
  if (typeof asked !== 'string' || !isId(asked)) throw badRequest('key must be the id of a service key.')
  return asked
}
