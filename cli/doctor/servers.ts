import { hostsOf } from '../../src/platform/db/hosts.ts'
import { type Look, lookAtServer } from '../../src/platform/db/look-at-server.ts'
import { reasonOf, serverName } from '../../src/platform/db/place.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

type Seen = { name: string; look: Look | Error }

export const serversCheck: Check = {
  name: 'servers',
  run: async (facts) => {
    const { databaseUrl } = facts.settings('databaseUrl')
    const { urls } = databaseUrl ? hostsOf(databaseUrl) : { urls: [] }
    if (urls.length < 2) return []
    const seen = await Promise.all(
      urls.map(async (url): Promise<Seen> => {
        const look = await lookAtServer(url).catch((error: Error) => error)
        return { name: serverName(url), look }
      }),
    )
    return [...seen.map(told), ...together(seen)]
  },
}

const told = ({ name, look }: Seen): Finding => {
  if (look instanceof Error)
    return warn(
      `${name} cannot be asked: ${reasonOf(look).replace(/\.$/, '')}.`,
      'Bring it back: until then, nothing takes over from the others.',
    )
  if (look.isStandby) return ok(`${name} is a standby.`)
  if (look.isReadOnly)
    return warn(`${name} is a primary that takes no writes.`, 'Look at its default_transaction_read_only.')
  return ok(`${name} takes writes.`)
}

/** Facts that no single server knows. */
const together = (seen: readonly Seen[]): Finding[] => {
  const writing = seen.flatMap(({ name, look }) =>
    look instanceof Error || look.isStandby || look.isReadOnly ? [] : [{ name, look }],
  )
  const [primary] = writing
  if (!primary)
    return [fail('No server takes writes.', 'Promote a standby: docs/guides/beyond-one-machine.md.')]
  if (writing.length > 1) {
    const each = writing.map(({ name, look }) => `${name}, on timeline ${look.timeline}`).join('; ')
    return [
      fail(
        `Several servers take writes: ${each}.`,
        'Stop the former primary, on the lower timeline, at once: what is written there will be lost.',
      ),
    ]
  }
  if (primary.look.isSynchronous) return []
  return [
    warn(
      `${primary.name} waits for no standby: what it confirms last is lost with it.`,
      'Set synchronous_standby_names, once a standby streams: docs/guides/beyond-one-machine.md.',
    ),
  ]
}
