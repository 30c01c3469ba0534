import { Refused } from '../refused.ts'
import { type AnyHeaders, headerOf } from './headers.ts'

/** A request's token (RFC 6750 §2.1). @throws {Refused} `unauthorized` if there is none */
export const bearerTokenIn = ({ headers }: { headers: AnyHeaders }): string => {
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1]
  if (!token) throw new Refused('A valid access token is required.', { status: 401, code: 'unauthorized' })
  return token
}
