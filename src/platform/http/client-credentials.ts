import type { FastifyRequest } from 'fastify'
import { invalidServiceKey } from '../errors.ts'
import { propertiesOf } from '../properties-of.ts'

/** How a program identifies itself: by its secret, perhaps with its id before it. */
export type ClientCredentials = { id: string | undefined; secret: string }

/**
 * What a program authenticates with: Basic (RFC 6749 §2.3.1, both parts form-encoded), its secret as a bearer token, or
 * `client_id` and `client_secret` in the form.
 * @throws 401 without any
 */
export const clientCredentialsOf = ({ headers, body }: FastifyRequest): ClientCredentials => {
  const [, scheme = '', value = ''] =
    /^(Basic|Bearer) +([A-Za-z0-9._~+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
  const credentials = byScheme[scheme.toLowerCase()]?.(value)
  if (credentials) return credentials
  const { client_id: id, client_secret: secret } = propertiesOf(body)
  const isInForm =
    headers.authorization === undefined && headers['content-type']?.toLowerCase().startsWith(formType)
  if (!isInForm || typeof id !== 'string' || typeof secret !== 'string') throw invalidServiceKey()
  return { id, secret }
}

const formType = 'application/x-www-form-urlencoded'

const byScheme: Record<string, (value: string) => ClientCredentials | undefined> = {
  bearer: (secret) => ({ id: undefined, secret }),
  basic: (value) => {
    const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString()) ?? []
    return id === undefined || secret === undefined
      ? undefined
      : { id: formDecoded(id), secret: formDecoded(secret) }
  },
}

/** A malformed text is left as it is, and will not match. */
const formDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
