import type { FastifyInstance } from 'fastify'
import type { Deps } from '#deps.ts'
import { badRequest } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { acceptForms } from '#platform/http/form.ts'
import type { Authorization, TestProvider } from '../provider.ts'
import { providerPath } from '../settings.ts'

type Query = Readonly<Record<string, string | undefined>>
type Asked = Readonly<Record<string, string | string[]>>

/** The provider `test`: a page of one button, or, where a test has added `person` to its address, none. */
export const mountProvider = (
  app: FastifyInstance,
  deps: Pick<Deps, 'config'>,
  provider: TestProvider,
): void => {
  void app.register(async (inner) => {
    acceptForms(inner)
    inner.get(`${providerPath}/.well-known/openid-configuration`, async () => provider.metadata())
    inner.get(`${providerPath}/jwks`, async () => provider.jwks())
    inner.get<{ Querystring: Asked }>(`${providerPath}/authorize`, async (request, reply) => {
      const query = readOnce(request.query)
      const asked = authorizationIn(deps, query)
      if (query.person !== undefined) return reply.redirect(provider.authorize(asked))
      return reply.type('text/html; charset=utf-8').send(pageOf(query))
    })
    inner.post<{ Body?: Query }>(`${providerPath}/token`, async ({ body = {} }, reply) => {
      const tokens = provider.exchange({
        code: `${body.code}`,
        clientId: `${body.client_id}`,
        redirectUri: `${body.redirect_uri}`,
        codeVerifier: `${body.code_verifier}`,
      })
      return tokens ?? reply.code(400).send({ error: 'invalid_grant' })
    })
  })
}

/** @throws 400 for a parameter that is there twice (RFC 6749 §3.1) */
const readOnce = (asked: Asked): Query =>
  Object.fromEntries(
    Object.entries(asked).map(([name, value]) => {
      if (Array.isArray(value)) throw badRequest(`${name} is there twice.`)
      return [name, value]
    }),
  )

/** @throws 400 unless it is the service that asks, with PKCE */
const authorizationIn = ({ config }: Pick<Deps, 'config'>, query: Query): Authorization => {
  const {
    redirect_uri: redirectUri = '',
    code_challenge: codeChallenge,
    code_challenge_method: method,
  } = query
  if (!redirectUri.startsWith(`${config.publicUrl}/auth/oauth/`))
    throw badRequest('This provider only serves the service that it is a part of.')
  if (codeChallenge === undefined || method !== 'S256') throw badRequest('code_challenge is needed, by S256.')
  return {
    clientId: `${query.client_id}`,
    redirectUri,
    codeChallenge,
    state: query.state,
    nonce: query.nonce,
    person: query.person,
    isVerified: query.verified !== 'false',
  }
}

const pageOf = (query: Query): string =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Provider of the tests</title></head>
<body>
<h1>Provider of the tests</h1>
<form>
${Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>Email <input type="email" name="person" value="somebody@example.com" required></label>
<button>Sign in</button>
</form>
</body>
</html>
`.markup
