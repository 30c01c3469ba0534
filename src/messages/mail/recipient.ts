import { domainToASCII } from 'node:url'

/** What was given as an address names no mailbox, or more than one. */
export class NotAMailbox extends Error {}

/**
 * The one mailbox that an address names, with its domain in ASCII. Whoever stored the address has looked at it; here
 * it is looked at once more by a grammar of its own, because whatever else it says the mail server would hear. `=?` would
 * begin an encoded word (RFC 2047 §2).
 *
 * @throws `NotAMailbox` when it could be anything but one plain mailbox
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
