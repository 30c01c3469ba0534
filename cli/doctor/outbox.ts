import { ageOf } from '../../src/flows/overview/age-of.ts'
import { lateDeliveries } from '../../src/flows/overview/findings/deliveries.ts'
import { readBacklog, readDeliveries } from '../../src/messages/outbox/queries/backlog.ts'
import { numberOf } from '../../src/platform/number-of.ts'
import { hour } from '../../src/platform/seconds.ts'
import { type Check, ok, warn } from './check.ts'

const retriedSeconds = hour
/** Of emails that ended within a day: some people mistype their address. */
const usualShare = 0.05

const remedy = 'See what the mail server says: docs/guides/mail.md.'

export const outboxCheck: Check = {
  name: 'outbox',
  run: async (facts) => {
    const db = await facts.rows()
    const backlog = await readBacklog(db)
    const { due } = backlog
    const { retried, ended, expired, refused, ...oldest } = await readDeliveries(db)
    const findings = lateDeliveries(backlog)
    if (oldest.retriedSeconds > retriedSeconds)
      findings.push(
        warn(
          `Emails that could not be delivered so far: ${retried}, the oldest for ${ageOf(oldest.retriedSeconds)}.`,
          remedy,
        ),
      )
    if (expired > 0 || refused > ended * usualShare)
      findings.push(
        warn(
          `Of ${ended} emails that ended within a day, ${expired} came too late and ${refused} were refused.`,
          remedy,
        ),
      )
    if (findings.length > 0) return findings
    return [
      ok(
        `${numberOf(due, 'email')} ${due === 1 ? 'is' : 'are'} due. Of ${ended} that ended within a day, ${refused} were refused.`,
      ),
    ]
  },
}
