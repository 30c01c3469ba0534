import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as requestOver,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** The claims of somebody's account at a provider. */
export type Claims = { email?: string; email_verified?: unknown }

/** A thin proxy's changes to a provider's answers. */
export type Faults = {
  /** Answers instead of the provider, or changes the request to it. @returns whether it answered */
  answer?: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean | Promise<boolean>
  /** Changes the request's body. */
  request?: (path: string, body: string) => string
  /** Redirects browsers elsewhere. */
  location?: (location: string) => string
  metadata?: (metadata: Record<string, unknown>) => object
  /** Makes another token of an ID token's claims. */
  idToken?: (claims: JWTPayload) => string | Promise<string>
  tokens?: (answer: Record<string, unknown>) => object
}

/** A certified provider, real and over HTTP, with a proxy in front that can spoil its answers. */
export type TestProvider = {
  /** The provider's name for itself: the proxy's address. */
  issuer: string
  /** Who has an account there, by subject. */
  people: Map<string, Claims>
  faults: Faults
  /** Every request that came, `POST /token`. */
  requests: string[]
  /** Every token that it issued. */
  tokens: string[]
  publicJwk: Record<string, unknown>
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
}

type Options = { redirectUris: string[]; clientSecret?: string; routes?: Record<string, string> }

const scopes = ['openid', 'email', 'read:user', 'user:email', 'user:read:email']

/** Starts one that ends with the test file. It signs in whomever the browser's cookie `person` names, unasked. */
export const startProvider = async ({
  redirectUris,
  clientSecret,
  routes,
}: Options): Promise<TestProvider> => {
  const proxy = await listening(createServer())
  const issuer = `http://127.0.0.1:${portOf(proxy)}`
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { alg: 'ES256', use: 'sig', kid: 'the-key' }
  const people: TestProvider['people'] = new Map()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'sallyport',
        ...(clientSecret ? { client_secret: clientSecret } : { token_endpoint_auth_method: 'none' }),
        redirect_uris: redirectUris,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), ...key } as never] },
    cookies: { keys: ['a secret of the tests that nobody else may use'] },
    claims: { email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    scopes,
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...(people.get(accountId) as object) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId as string,
        clientId: oidc.client?.clientId as string,
      })
      grant.addOIDCScope(scopes.join(' '))
      grant.addOIDCClaims(['email', 'email_verified'])
      await grant.save()
      return grant
    },
    ...(routes && { routes }),
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next()
    const person = /(?:^|; )person=([^;]+)/.exec(context.headers.cookie ?? '')?.[1] ?? 'nobody'
    const result =
      person === 'nobody' ? { error: 'access_denied' } : { login: { accountId: decodeURIComponent(person) } }
    // the library answers by itself
    context.respond = false
    return provider.interactionFinished(context.req, context.res, result)
  })
  const inner = await listening(createServer(provider.callback()))

  const test: TestProvider = {
    issuer,
    people,
    faults: {},
    requests: [],
    tokens: [],
    publicJwk: { ...publicKey.export({ format: 'jwk' }), ...key },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header }).sign(privateKey),
  }
  proxy.on('request', (request, response) => relay(test, portOf(inner), request, response))
  return test
}

const relay = async (
  test: TestProvider,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const { faults } = test
  test.requests.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`)
  const body = await buffer(request)
  if (await faults.answer?.(request, response, body)) return
  const { method, headers, url = '' } = request
  const changed = Buffer.from(faults.request?.(url, String(body)) ?? body)
  const length = body.length > 0 ? { 'content-length': String(changed.length) } : {}
  const onward = requestOver({
    host: '127.0.0.1',
    port,
    method,
    path: url,
    headers: { ...headers, ...length },
  })
  onward.end(changed)
  const [answer] = (await once(onward, 'response')) as [IncomingMessage]
  const text = await spoilt(test, url, String(await buffer(answer)))
  const { location = '', ...others } = answer.headers
  response.writeHead(answer.statusCode ?? 500, {
    ...others,
    ...(location && { location: faults.location?.(location) ?? location }),
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

const spoilt = async ({ faults, tokens }: TestProvider, url: string, text: string): Promise<string> => {
  if (url.endsWith('/.well-known/openid-configuration')) {
    return JSON.stringify(faults.metadata?.(JSON.parse(text)) ?? JSON.parse(text))
  }
  if (!text.startsWith('{"access_token"')) return text
  const answer = JSON.parse(text)
  if (faults.idToken) answer.id_token = await faults.idToken(claimsOf(answer.id_token))
  tokens.push(...[answer.access_token, answer.id_token].filter(Boolean))
  return JSON.stringify(faults.tokens?.(answer) ?? answer)
}

const claimsOf = (jwt: string): JWTPayload =>
  JSON.parse(Buffer.from(String(jwt.split('.')[1]), 'base64url').toString())

const listening = async (server: Server): Promise<Server> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
