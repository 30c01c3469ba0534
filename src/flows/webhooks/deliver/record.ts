import type { Deps } from '#deps.ts'
import { pauseAfter } from '#messages/outbox/pauses.ts'
import { insertWebhookAttempts, type NewWebhookAttempt } from '#messages/webhooks/queries/attempts.ts'
import { type Health, type LeasedWebhook, noteProgress } from '#messages/webhooks/queries/leases.ts'
import { deleteWaiting, hasten, type Postponed, postpone } from '#messages/webhooks/queries/waiting.ts'
import { minute } from '#platform/seconds.ts'
import type { Batch, Due } from './batch.ts'
import type { SentBatch, SentMessage } from './send.ts'

/** While nobody is there, it is looked that often whether somebody is again. */
const longestAwaySeconds = 5 * minute
/** Three days of refusals make as many. What has only stood behind others, or waited for a webhook that was off, was not tried. */
const leastAttempts = 24

type Recorded = { isHopeless: boolean; isGone: boolean; isPaused: boolean }

/**
 * Records a round in one transaction: killed before it, the next process sends the same messages again.
 * @returns undefined if another process has the webhook by now, and nothing was recorded
 */
export const recordRound = (
  { db }: Pick<Deps, 'db'>,
  webhook: LeasedWebhook,
  holder: string,
  { batch, round }: { batch: Batch; round: SentBatch },
): Promise<Recorded | undefined> => {
  const { id, seq, atMs } = webhook
  const health = healthOf(webhook, round)
  const postponed = postponedIn(batch, round, health)
  const done = doneIn(round)
  const attempts = attemptsIn(round)
  return db.transaction(async (runner) => {
    const noted = await noteProgress(runner, { id, holder, from: { seq, atMs }, to: batch.to, health })
    if (!noted) return
    if (postponed.length > 0) await postpone(runner, id, postponed)
    if (done.length > 0) await deleteWaiting(runner, id, done)
    if (attempts.length > 0) await insertWebhookAttempts(runner, id, attempts)
    if (health.outcome === 'answered' && webhook.isFailing) await hasten(runner, id)
    const isGone = round.sent.some(({ ended }) => ended.outcome === 'gone')
    return { ...noted, isGone, isPaused: health.pauseSeconds > 0 }
  })
}

const healthOf = ({ failures, isFailing }: LeasedWebhook, { sent }: SentBatch): Health => {
  const asked = Math.max(0, ...sent.map(({ ended }) => ended.pauseSeconds ?? 0))
  if (sent.some(({ ended }) => ended.outcome === 'delivered'))
    return { outcome: 'answered', failures: 0, pauseSeconds: asked }
  // where others were accepted since, what fails again says something of itself only
  if (!isFailing && sent.every(({ due }) => due.attempts > 0))
    return { outcome: 'idle', failures, pauseSeconds: asked }
  if (sent.length === 0) return { outcome: 'idle', failures, pauseSeconds: 0 }
  if (!sent.some(({ ended }) => ended.isAway)) return { outcome: 'refused', failures, pauseSeconds: 0 }
  const pauseSeconds = asked || Math.min(pauseAfter(failures + 1), longestAwaySeconds)
  return { outcome: 'away', failures: failures + 1, pauseSeconds }
}

const isGivenUp = ({ due, ended }: SentMessage) =>
  ended.outcome !== 'delivered' && due.isLate && due.attempts + 1 >= leastAttempts

/** What failed by itself waits longer each time; what met nobody, as long as the webhook does. */
const postponedIn = ({ behind }: Batch, { sent, unsent }: SentBatch, health: Health): Postponed[] => [
  ...sent
    .filter((each) => each.ended.outcome !== 'delivered' && !isGivenUp(each))
    .map(({ due, ended }) => {
      const attempts = due.attempts + 1
      const isOfAll = ended.isAway && health.outcome === 'away'
      return { ...due, attempts, pauseSeconds: isOfAll ? 0 : health.pauseSeconds + pauseAfter(attempts) }
    }),
  ...[...unsent.filter(({ isOld }) => !isOld), ...behind].map((due) => ({ ...due, pauseSeconds: 0 })),
]

const doneIn = ({ sent, forgotten }: SentBatch): Due[] =>
  [
    ...sent.filter((each) => each.ended.outcome === 'delivered' || isGivenUp(each)).map(({ due }) => due),
    ...forgotten,
  ].filter(({ isOld }) => isOld)

const attemptsIn = ({ sent, forgotten }: SentBatch): NewWebhookAttempt[] => [
  ...sent.map((each) => {
    const { due, ended, endedMs } = each
    const { status, answer, milliseconds } = ended
    const outcome = isGivenUp(each) ? 'given_up' : ended.outcome
    const agoMs = performance.now() - endedMs
    return { ...about(due), attempt: due.attempts + 1, outcome, status, answer, milliseconds, agoMs } as const
  }),
  ...forgotten.map((due) => {
    const none = { status: null, answer: '', milliseconds: 0, agoMs: 0 }
    return { ...about(due), attempt: due.attempts, outcome: 'forgotten', ...none } as const
  }),
]

const about = ({ eventId, seq, event }: Due) => ({ eventId, seq, type: event?.type ?? '' })
