import { isLoopbackHost, isSafeUrl } from '../../src/platform/addresses.ts'
import { day } from '../../src/platform/seconds.ts'
import { isService, type Reached } from './caller.ts'
import { type Check, type Finding, fail, LeftOut, ok, warn } from './check.ts'
import { unanswered } from './unanswered.ts'

const renewalDays = 14
const dayMs = day * 1_000

/** Whether it leads to this very installation, safely. */
export const publicUrlCheck: Check = {
  name: 'public-url',
  run: async (facts) => {
    const { publicUrl, host } = facts.settings('publicUrl', 'host')
    if (!publicUrl) return [unset(host)]
    const reached = await facts.reachedAtPublicUrl().catch((error: Error) => error)
    if (reached instanceof LeftOut) throw reached
    if (reached instanceof Error) return [unreached(publicUrl, reached)]
    if (!reached.seen) return [notUs(publicUrl, reached)]
    const findings = [...plain(publicUrl), ...renewal(reached.certificateEnds)]
    return findings.length > 0 ? findings : [ok(`${publicUrl} leads here.`)]
  },
}

const unset = (host: string) => {
  const message = 'PUBLIC_URL is not set.'
  if (isLoopbackHost(host)) return ok(`${message} The service is for this machine only.`)
  return warn(message, 'Set it to the address that people use. Links, cookies and passkeys depend on it.')
}

const unreached = (publicUrl: string, error: Error) => {
  const { why, remedy } = unanswered(publicUrl, error)
  return fail(`${publicUrl} does not lead here: ${why}.`, remedy)
}

const notUs = (publicUrl: string, reached: Reached): Finding => {
  const { status, headers } = reached
  if (headers.location)
    return fail(`${publicUrl} redirects to ${headers.location}.`, 'Set PUBLIC_URL to where people end up.')
  if (isService(reached))
    return fail(
      `${publicUrl} leads to a service that does not show this installation's key.`,
      'Send it to this one; or set the same SECRET_KEY, and the clocks of both machines.',
    )
  return fail(
    `${publicUrl} leads to something else: it answers /health/live with ${status}.`,
    'Correct PUBLIC_URL, or let the proxy send that address to the service.',
  )
}

const plain = (publicUrl: string) =>
  isSafeUrl(new URL(publicUrl))
    ? []
    : [fail(`${publicUrl} sends passwords in the clear.`, 'Use https: docs/guides/behind-a-proxy.md.')]

const renewal = (ends: Date | undefined) => {
  const days = ends ? Math.floor((ends.getTime() - Date.now()) / dayMs) : Infinity
  if (days >= renewalDays) return []
  return [
    warn(`The certificate of PUBLIC_URL expires in ${days} days.`, 'Renew it, and see why nothing did.'),
  ]
}
