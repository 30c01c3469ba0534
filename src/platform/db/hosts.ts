import { isIPv6 } from 'node:net'

const targets = ['read-write', 'primary', 'any'] as const

/** Which servers may serve: those that take writes, those that are no standby, or all. */
export type Target = (typeof targets)[number]

export type Hosts = {
  /** An address of one server each, in the order in which they are tried. */
  urls: readonly string[]
  target: Target
  /** For each of them. */
  connectMs: number
}

const usualMs = 1_000
/** A request waits no longer than this either. */
const maxSeconds = 10

/** Hidden from the driver, which would take a list for a name. */
const ofList = ['host', 'port', 'target_session_attrs', 'connect_timeout', 'hostaddr']

/**
 * The servers that an address names, as libpq reads it: separated by commas, in the authority or as `host` and
 * `port`.
 * @throws an `Error` that explains what is wrong with the list, without quoting it
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export const hostsOf = (databaseUrl: string): Hosts => {
  const { before, authority, path, query } = partsOf(databaseUrl)
  const named = new URLSearchParams(query)
  const inAuthority = authority.split(',').map(hostAndPort)
  const hosts = named.get('host')?.split(',').map(asInAuthority) ?? inAuthority.map(({ host }) => host)
  const given = named.get('target_session_attrs')
  if (hosts.length === 1 && !given && !named.get('port')?.includes(','))
    return { urls: [databaseUrl], target: 'any', connectMs: usualMs }

  if (named.has('hostaddr')) throw new Error('must name addresses as hosts: hostaddr is not understood')
  const ports = portsFor(hosts, named.get('port')?.split(',') ?? inAuthority.map(({ port }) => port))
  const others = query.split('&').filter((part) => part && !ofList.includes(part.split('=')[0] ?? ''))
  const rest = `${path}${others.length > 0 ? `?${others.join('&')}` : ''}`
  const urls = hosts.map((host, nth) => `${before}${host || 'localhost'}${portOf(ports[nth])}${rest}`)
  return { urls, target: targetOf(given ?? 'read-write'), connectMs: patience(named.get('connect_timeout')) }
}

const partsOf = (url: string) => {
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^(\w+:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(url) ?? []
  const at = authority.lastIndexOf('@') + 1
  return { before: `${scheme}${authority.slice(0, at)}`, authority: authority.slice(at), path, query }
}

const hostAndPort = (text: string) => {
  const [, host, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(text) ?? []
  if (host === undefined) throw new Error('must give each host as host:port, and an IPv6 address in brackets')
  return { host, port }
}

/** A unix socket is given by its folder. */
const asInAuthority = (host: string) => (isIPv6(host) ? `[${host}]` : encodeURIComponent(host))

const portsFor = (hosts: readonly string[], ports: readonly string[]): readonly string[] => {
  if (ports.some((port) => port && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536)))
    throw new Error('must have numbers from 1 to 65535 as ports')
  if (ports.length === 1) return hosts.map(() => ports[0] ?? '')
  if (ports.length === hosts.length) return ports
  throw new Error(
    `must have one port, or as many as hosts: there are ${hosts.length} hosts and ${ports.length} ports`,
  )
}

const portOf = (port = '') => port && `:${port}`

const targetOf = (text: string): Target => {
  const target = targets.find((each) => each === text)
  if (!target)
    throw new Error('must have read-write, primary or any as target_session_attrs: the service has to write')
  return target
}

/** As with libpq, 0 and less mean that the operator sets no limit. */
const patience = (text: string | null): number => {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds > maxSeconds)
    throw new Error(`must have a connect_timeout of whole seconds, ${maxSeconds} at most`)
  return seconds > 0 ? seconds * 1_000 : usualMs
}
