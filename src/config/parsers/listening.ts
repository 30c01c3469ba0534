import { integer } from './values.ts'

/** Where to listen. */
type ListenAt = { host: string; port: number }

/** A port on this machine only, or `host:port`. */
export const listening = (text: string): ListenAt => {
  const [, host = '127.0.0.1', port = ''] = /^(?:([^:]+|\[.+\]):)?([0-9]+)$/.exec(text) ?? []
  if (port === '')
    throw new Error('must be a port, such as 3001, or an address with a port, such as 10.0.0.5:3001')
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: integer(0, 65_535)(port) }
}
