import { createPrivateKey, sign } from 'node:crypto'
import type { Manner } from './connection.ts'
import { openIdConnect } from './openid-connect.ts'
import { identityOf, isWrittenTrue, type ProviderKind, type SettingsReader } from './provider.ts'

const secretSeconds = 5 * 60

/**
 * `CLIENT_SECRET` is the private key of Apple's .p8 file, which signs the JWT that is sent instead. With an email
 * address among the scopes, Apple posts its answer as a form.
 */
export const apple: ProviderKind = (id, settings, now) => {
  for (const name of ['TEAM_ID', 'KEY_ID'] as const) settings.need(name)
  privateKeyOf(settings)
  return openIdConnect({
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    parameters: { response_mode: 'form_post' },
    authenticate: authenticateAt(now),
    // "a string or Boolean value", by its documents
    identify: ({ sub, email, email_verified }) => identityOf(sub, email, isWrittenTrue(email_verified)),
  })(id, settings, now)
}

const authenticateAt =
  (now: () => number): NonNullable<Manner['authenticate']> =>
  (_, settings) =>
  (server, client, body) => {
    body.set('client_id', client.client_id)
    body.set('client_secret', signedSecret(settings, server.issuer, Math.floor(now() / 1_000)))
  }

const signedSecret = (settings: SettingsReader, audience: string, iat: number) => {
  const header = { alg: 'ES256', kid: settings.need('KEY_ID') }
  const claims = {
    iss: settings.need('TEAM_ID'),
    iat,
    exp: iat + secretSeconds,
    aud: audience,
    sub: settings.need('CLIENT_ID'),
  }
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  // RFC 7518 §3.4: both numbers side by side, not DER
  const key = { key: privateKeyOf(settings), dsaEncoding: 'ieee-p1363' } as const
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

const privateKeyOf = (settings: SettingsReader) => {
  // environment files hold no line breaks
  const pem = settings.need('CLIENT_SECRET').replaceAll('\\n', '\n')
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {}
  throw new Error('CLIENT_SECRET: must be the private key of a .p8 file, in PEM')
}
