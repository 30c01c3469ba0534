import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What the service asks the provider for, by way of a browser. */
export type Authorization = {
  clientId: string
  redirectUri: string
  state: string | undefined
  nonce: string | undefined
  codeChallenge: string
  /** The address of the person who signs in; undefined if they cancel. */
  person: string | undefined
  isVerified: boolean
}

export type CodeExchange = { code: string; clientId: string; redirectUri: string; codeVerifier: string }

/** An OpenID provider (Core 1.0) that knows everybody whom a test names. */
export type TestProvider = {
  metadata(): object
  jwks(): object
  /** @returns where the browser goes on */
  authorize(asked: Authorization): string
  /** @returns the tokens, once for a code; undefined if it is not good for that */
  exchange(asked: CodeExchange): object | undefined
}

const idTokenSeconds = 300

/** @param issuer what it calls itself, which is where it is served */
export const testProvider = (issuer: string): TestProvider => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { alg: 'ES256', use: 'sig', kid: 'test' }
  const pending = new Map<string, Authorization & { person: string }>()
  const idTokenOf = ({ person, isVerified, nonce, clientId }: Authorization & { person: string }) => {
    // by the real time, as everything between two parties is
    const iat = Math.floor(Date.now() / 1_000)
    return signed(
      privateKey,
      { alg: key.alg, kid: key.kid },
      {
        iss: issuer,
        sub: createHash('sha256').update(person.toLowerCase()).digest('hex').slice(0, 16),
        aud: clientId,
        iat,
        exp: iat + idTokenSeconds,
        email: person,
        email_verified: isVerified,
        ...(nonce !== undefined && { nonce }),
      },
    )
  }
  return {
    metadata: () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [key.alg],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }),
    jwks: () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), ...key }] }),
    authorize: ({ person, ...asked }) => {
      const answer = new URL(asked.redirectUri)
      answer.searchParams.set('iss', issuer)
      if (asked.state !== undefined) answer.searchParams.set('state', asked.state)
      if (!person) {
        answer.searchParams.set('error', 'access_denied')
        return answer.href
      }
      const code = randomBytes(24).toString('base64url')
      pending.set(code, { ...asked, person })
      answer.searchParams.set('code', code)
      return answer.href
    },
    exchange: ({ code, clientId, redirectUri, codeVerifier }) => {
      const asked = pending.get(code)
      pending.delete(code)
      if (
        asked?.clientId !== clientId ||
        asked.redirectUri !== redirectUri ||
        asked.codeChallenge !== createHash('sha256').update(codeVerifier).digest('base64url')
      )
        return
      return {
        access_token: randomBytes(24).toString('base64url'),
        token_type: 'Bearer',
        expires_in: idTokenSeconds,
        id_token: idTokenOf(asked),
      }
    },
  }
}

/** RFC 7515 §3.1. */
const signed = (key: Parameters<typeof sign>[2], header: object, claims: object): string => {
  const input = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' } as never)
  return `${input}.${signature.toString('base64url')}`
}
