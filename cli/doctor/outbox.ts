import { readBacklog, readDeliveries } from '../../src/messages/outbox/queries/backlog.ts'
import { hour } from '../../src/platform/seconds.ts'
import { numberOf } from '../commands/number-of.ts'
import { type Check, fail, ok, warn } from './check.ts'
import { spanOf } from './span.ts'

const lateSeconds = 5 * 60
const retriedSeconds = hour
/** Of emails that ended within a day: some people mistype their address. */
const usualShare = 0.05

const remedy = 'See what the mail server says: docs/guides/mail.md.'

export const outboxCheck: Check = {
  name: 'outbox',
  run: async (facts) => {
    const db = await facts.rows()
    const { due, oldestSeconds } = await readBacklog(db)
    const { retried, ended, expired, refused, ...oldest } = await readDeliveries(db)
    const findings = []
    if (oldestSeconds > lateSeconds)
      findings.push(
        fail(
          `Nobody delivers: an email has been due for ${spanOf(oldestSeconds)}.`,
          'Start the service. If it runs, its log says why it does not deliver.',
        ),
      )
    if (oldest.retriedSeconds > retriedSeconds)
      findings.push(
        warn(
          `Emails that could not be delivered so far: ${retried}, the oldest for ${spanOf(oldest.retriedSeconds)}.`,
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
