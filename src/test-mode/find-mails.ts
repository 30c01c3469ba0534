import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { TestMailbox } from './mailbox.ts'
import { deliverAll } from './settle.ts'
import type { TestMail, WantedMails } from './testing-types.ts'

/** Mail that an answer left behind is in the outbox a little later. */
const lookEveryMs = 100

/** Mails of some kind, once there are enough of them, or time is up. Nothing that is due by then is left out. */
export const findMails = async (
  deps: Deps,
  mailbox: TestMailbox,
  { count = 1, wait = 5, ...wanted }: WantedMails,
  gone: AbortSignal,
): Promise<TestMail[]> => {
  const endsMs = performance.now() + wait * 1_000
  for (;;) {
    await deliverAll(deps)
    const found = mailbox.list(wanted)
    const leftMs = endsMs - performance.now()
    if (found.length >= count || leftMs <= 0 || gone.aborted) return found
    const waking = new AbortController()
    const pause = sleep(Math.min(leftMs, lookEveryMs), undefined, { signal: waking.signal }).catch(() => {})
    await Promise.race([mailbox.arrival(waking.signal), pause])
    waking.abort()
  }
}
