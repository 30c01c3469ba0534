import { readFile } from 'node:fs/promises'
import { isLoopbackHost } from '../../src/platform/addresses.ts'
import { type Answer, ask } from './ask.ts'
import { type Check, type Finding, ok, warn } from './check.ts'
import { addressAt } from './service.ts'

const guide = 'docs/guides/run-it-for-people.md'

/** The operators' part: within their reach, and nobody else's. */
export const adminListenCheck: Check = {
  name: 'admin-listen',
  run: async ({ settings }) => {
    const { adminListen, publicUrl } = settings('adminListen', 'publicUrl')
    const findings = [...(await fromOutside(publicUrl)), ...(await atListener(adminListen))]
    if (findings.length > 0) return findings
    return [
      ok(adminListen ? 'Operators have a listener of their own.' : '/admin is not in reach of strangers.'),
    ]
  },
}

const fromOutside = async (publicUrl: string | undefined): Promise<Finding[]> => {
  if (!publicUrl || isLoopbackHost(new URL(publicUrl).hostname)) return []
  const answer = await ask(`${publicUrl}/admin/users`).catch(() => undefined)
  if (!answer || !isOurs(answer)) return []
  return [
    warn(
      `Everybody can ask ${publicUrl}/admin, though not without a service key.`,
      `Set ADMIN_LISTEN, or refuse /admin in the proxy: ${guide}.`,
    ),
  ]
}

const atListener = async (at: { host: string; port: number } | undefined): Promise<Finding[]> => {
  if (!at || at.port === 0) return []
  const findings = []
  if (['0.0.0.0', '::'].includes(at.host) && !(await isInOwnContainer()))
    findings.push(
      warn(
        'ADMIN_LISTEN listens on all addresses of this machine.',
        'Name one of a private network, or a port alone for this machine only.',
      ),
    )
  const address = addressAt(at.host, at.port)
  const answer = await ask(`${address}/admin/users`).catch(() => undefined)
  if (!answer || !isOurs(answer))
    findings.push(
      warn(`The service does not answer operators at ${address}.`, 'Start it, or ask from where it runs.'),
    )
  return findings
}

/** In a container the service is the first process, and all addresses are its own. */
const isInOwnContainer = async () => {
  const first = await readFile('/proc/1/cmdline', 'utf8').catch(() => '')
  return /^([^\0]*\/)?(node|sallyport)\0/.test(first)
}

/** Refused for lack of a service key. */
const isOurs = ({ status, headers }: Answer) =>
  status === 401 && /realm="sallyport"/.test(headers['www-authenticate'] ?? '')
