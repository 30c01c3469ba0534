import type { WebhookAttemptPage } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import {
  listWebhookAttempts,
  type WebhookOutcome,
  webhookOutcomes,
} from '#messages/webhooks/queries/attempts.ts'
import { badRequest } from '#platform/errors.ts'
import { type PageAsked, readPage } from '../account/page.ts'
import { shownWebhookAttempt } from './shown.ts'

/** What was sent to a webhook within 30 days, and what came back, newest first. @throws 400 */
export const listAttemptsOf = async (
  { db }: Pick<Deps, 'db'>,
  id: string,
  { outcome: asked, ...page }: PageAsked & { outcome?: unknown },
): Promise<WebhookAttemptPage> => {
  const outcome = readOutcome(asked)
  const { rows, next } = await readPage(page, (range) => listWebhookAttempts(db, id, { ...range, outcome }))
  return { attempts: rows.map(shownWebhookAttempt), next }
}

const readOutcome = (asked: unknown): WebhookOutcome | undefined => {
  const outcome = webhookOutcomes.find((known) => known === asked)
  if (asked !== undefined && !outcome)
    throw badRequest(`outcome must be one of ${webhookOutcomes.join(', ')}.`)
  return outcome
}
