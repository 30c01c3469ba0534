import type { Delivery } from '#messages/webhooks/post.ts'
import type { Due } from './batch.ts'
import type { Round } from './round.ts'
import { slotsFor } from './slots.ts'

/** Requests under way to one receiver. */
const atOnce = 4
/** After which nothing more is begun, so that the lease outlives what is under way. */
const budgetMs = 5_000

export type SentMessage = { due: Due; ended: Delivery; endedMs: number }

export type SentBatch = {
  sent: SentMessage[]
  /** Not tried: behind one that failed, or nobody is there, or it took too long. */
  unsent: Due[]
  /** No longer kept. */
  forgotten: Due[]
}

/**
 * Sends what is due, each user's in order and several users' at once. Once nobody is there, nothing more is tried.
 * @param post sends one, and never throws
 */
export const sendBatch = async (
  due: readonly Due[],
  post: (due: Due) => Promise<Delivery>,
  { pace, isWanted }: Pick<Round, 'pace' | 'isWanted'>,
): Promise<SentBatch> => {
  const result: SentBatch = { sent: [], unsent: [], forgotten: due.filter(({ event }) => !event) }
  const endsMs = performance.now() + budgetMs
  const mayGoOn = () => isWanted() && performance.now() < endsMs && !isOver(result.sent)
  const inSlot = slotsFor(atOnce)
  const sendOne = async (each: Due): Promise<boolean> => {
    await pace()
    if (!mayGoOn()) return false
    const ended = await post(each)
    result.sent.push({ due: each, ended, endedMs: performance.now() })
    return ended.outcome === 'delivered'
  }
  const sendChain = async (chain: readonly Due[]) => {
    for (const [nth, each] of chain.entries()) {
      if (await inSlot(() => sendOne(each))) continue
      const isTried = result.sent.some((sent) => sent.due === each)
      result.unsent.push(...chain.slice(isTried ? nth + 1 : nth))
      return
    }
  }
  const chains = Map.groupBy(
    due.filter(({ event }) => event),
    ({ userId }) => userId,
  )
  await Promise.all([...chains.values()].map(sendChain))
  return result
}

/** Whether the receiver is gone, asks for a pause, or is away, and so far for everybody. */
const isOver = (sent: readonly SentMessage[]) =>
  sent.some(({ ended }) => ended.outcome === 'gone' || ended.pauseSeconds !== undefined) ||
  (sent.some(({ ended }) => ended.isAway) && !sent.some(({ ended }) => ended.outcome === 'delivered'))
