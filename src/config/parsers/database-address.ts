import { hostsOf } from '../../platform/db/hosts.ts'
import { unprotectedServers } from '../../platform/db/unprotected.ts'
import type { Environment } from '../environment.ts'

/** Only addresses that the driver reads as intended. Errors never repeat the address, which holds a password. */
export const databaseAddress = (text: string, environment: Environment): string => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must begin with postgres://')
  // an unescaped `/` in the password ends the hosts early, and errors about them would reveal the rest
  if (/[/?#].*@/s.test(text.slice(text.indexOf('//') + 2)) || !isDecodable(text)) throw malformed()
  // of the driver, for each statement: it would cut migrations and back-ups short
  if (/[?&]query_timeout=/.test(text)) throw new Error('must have no query_timeout: the service has its own')
  for (const address of hostsOf(text).urls)
    if (!URL.canParse(address.replace('@/', '@localhost/'))) throw malformed()
  const address = withStrictTls(text)
  if (environment.DATABASE_TLS?.trim() === 'required') refuseUnprotected(address)
  return address
}

const refuseUnprotected = (address: string) => {
  for (const { name, lacks } of unprotectedServers(address))
    throw new Error(
      `lacks ${lacks} for ${name}, which DATABASE_TLS=required asks for: add sslmode=verify-full`,
    )
}

/**
 * libpq's `prefer` and `allow` protect nobody: whoever is in between says that there is no TLS. `require` and `verify-ca` check
 * the certificate, as the driver has them do, which warns that it may change its mind.
 */
const withStrictTls = (text: string): string => {
  if (/[?&]uselibpqcompat=true(&|$)/.test(text)) return text
  if (/[?&]sslmode=(prefer|allow)(&|$)/.test(text))
    throw new Error(
      'must not have sslmode=prefer or allow, which fall back to no TLS: take disable, require or verify-full',
    )
  return text.replace(/([?&]sslmode=)(require|verify-ca)(?=&|$)/, '$1verify-full')
}

const malformed = () =>
  new Error(
    'must be postgres://user:password@host:port/name; in the password %25, %2F, %3A, %3F, %23 and %40 stand for % / : ? # @',
  )

// the driver accepts a stray %, but fails on bytes that are not UTF-8
const isDecodable = (text: string) => {
  try {
    return /%(?![0-9a-f]{2})/i.test(text) || decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
