import { ageOf } from '../age-of.ts'
import { type Finding, fail } from '../finding.ts'

const lateSeconds = 5 * 60

/** @param backlog how long the oldest email has been due. @returns none if somebody delivers */
export const lateDeliveries = ({ oldestSeconds }: { oldestSeconds: number }): Finding[] =>
  oldestSeconds <= lateSeconds
    ? []
    : [
        fail(
          `Nobody delivers: an email has been due for ${ageOf(oldestSeconds)}.`,
          'Start the service. If it runs, its log says why it does not deliver.',
        ),
      ]
