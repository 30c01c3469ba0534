import type { Webhook } from '#contract/admin.ts'
import { hour } from '#platform/seconds.ts'
import { ageOf } from '../age-of.ts'
import { type Finding, fail, warn } from '../finding.ts'

const failingMs = hour * 1_000
const lateSeconds = hour

/** @param waitSeconds how long its oldest event has been waiting. @returns none if it is told what happens, or off by an operator's will */
export const webhookFindings = (webhook: Webhook, waitSeconds: number, nowMs: number): Finding[] => {
  const { id, url, disabledBecause, failingSince } = webhook
  const name = `The webhook at ${new URL(url).host}`
  const attempts = `See what it answers: npx sallyport webhooks attempts ${id}`
  if (disabledBecause === 'by_operator') return []
  if (disabledBecause)
    return [
      fail(
        `${name} was switched off (${disabledBecause}).`,
        `Correct that, and then: npx sallyport webhooks enable ${id}`,
      ),
    ]
  if (failingSince && nowMs - Date.parse(failingSince) > failingMs)
    return [warn(`${name} has accepted nothing since ${failingSince}.`, attempts)]
  if (waitSeconds > lateSeconds)
    return [warn(`${name} refuses some events, the oldest for ${ageOf(waitSeconds)}.`, attempts)]
  return []
}
