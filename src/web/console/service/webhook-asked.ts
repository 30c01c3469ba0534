import type { Webhook } from '#contract/admin.ts'
import { showWebhook } from '#flows/webhooks/shown.ts'
import { isId } from '#platform/crypto/id.ts'
import { orNotFound } from '#platform/errors.ts'
import type { Visit } from '../../pages/hosted-page.ts'

/** The webhook that a page is about. @throws 404 */
export const webhookAsked = async ({ deps, query }: Visit): Promise<Webhook> => {
  const { id = '' } = query
  return orNotFound(isId(id) ? await showWebhook(deps.db, id) : undefined)
}
