import { domainToASCII } from 'node:url'

export class NotAMailbox extends Error {}

/**
 * The single mailbox of an address, with its domain in ASCII. Checked again by a grammar of its own, because the mail
 * server would obey anything else in it. `=?` would begin an encoded word (RFC 2047 §2).
 * @throws `NotAMailbox`
 */
export const recipientOf = (address: string): string => {
  const [local = '', domain = '', ...more] = address.split('@')
  const host = domainToASCII(domain)
  const isPlain =
    /^(?!.*=\?)[^\s\p{C}"(),.:;<>[\\\]][^\s\p{C}"(),:;<>[\\\]]*$/u.test(local) && /^[a-z0-9.-]+$/.test(host)
  if (more.length > 0 || !isPlain || Buffer.byteLength(address) > 254)
    throw new NotAMailbox('not the address of one mailbox')
  return `${local}@${host}`
}
