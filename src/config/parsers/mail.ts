import { isLoopbackHost } from '../../platform/addresses.ts'

type MailServer = {
  host: string
  port: number
  isTlsFirst: boolean
  isLoopback: boolean
  user: string
  password: string
}

/** Errors never repeat the address, which holds a password. */
export const mailServer = (text: string): MailServer => {
  const url = URL.parse(text)
  const isWhole = url?.hostname && /^\/?$/.test(url.pathname) && !url.search && !url.hash
  if (!url || !isWhole || !/^smtps?:$/.test(url.protocol)) throw malformed()
  if (url.port === '0') throw new Error('must have a port from 1 to 65535')
  const isTlsFirst = url.protocol === 'smtps:'
  const hostname = hostnameIn(url)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : isTlsFirst ? 465 : 587,
    isTlsFirst,
    isLoopback: isLoopbackHost(hostname),
    user: decoded(url.username),
    password: decoded(url.password),
  }
}

/** In lower case and ASCII, which URLs only do to hosts of schemes that they know. */
const hostnameIn = ({ hostname }: URL): string => {
  const known = URL.parse(`https://${hostname}`)
  if (!known) throw malformed()
  return known.hostname
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed()
  }
}

const malformed = () =>
  new Error(
    'must be smtp://user:password@host:port or smtps://, with nothing behind it; in the password %25, %2F, %3A, %3F, %23 and %40 stand for % / : ? # @',
  )

/** `Name <name@example.com>`, or the address alone. */
export const sender = (text: string): { name: string; address: string } => {
  if (text === '') return { name: '', address: 'sallyport@localhost' }
  const [, name = '', address] =
    /^(?:([^<>"@\p{C}]*?) *<)?([A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>?$/u.exec(text) ?? []
  if (!address || text.includes('<') !== text.endsWith('>'))
    throw new Error('must be name@example.com or Name <name@example.com>')
  return { name, address }
}

/** The address alone. */
export const mailbox = (text: string): string => {
  const { name, address } = sender(text)
  if (name || text.endsWith('>')) throw new Error('must be an address such as team@example.com')
  return address
}
