import { isLoopbackHost } from '../../platform/addresses.ts'

export type MailServer = {
  host: string
  port: number
  isTlsFirst: boolean
  isLoopback: boolean
  user: string
  password: string
}

export const mailServer = (text: string): MailServer => {
  const url = URL.parse(text)
  const isWhole = url?.hostname && /^\/?$/.test(url.pathname) && !url.search && !url.hash
  if (!url || !isWhole || !/^smtps?:$/.test(url.protocol))
    throw new Error('must be smtp:// or smtps://, with a host and nothing behind it')
  const isTlsFirst = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTlsFirst ? 465 : 587),
    isTlsFirst,
    isLoopback: isLoopbackHost(url.hostname),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

/** `Name <name@example.com>`, or the address alone. */
export const sender = (text: string): { name: string; address: string } => {
  if (text === '') return { name: '', address: 'sallyport@localhost' }
  const [, name = '', address] =
    /^(?:([^<>"@\p{C}]*?) *<)?([A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>?$/u.exec(text) ?? []
  if (!address || text.includes('<') !== text.endsWith('>'))
    throw new Error('must be name@example.com or Name <name@example.com>')
  return { name, address }
}
