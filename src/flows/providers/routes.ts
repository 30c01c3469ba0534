import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { providersOf } from '../../credentials/identities/providers/configured.ts'
import type { Deps } from '../../deps.ts'
import { notFound, Refused } from '../../platform/errors.ts'
import { asksForPage } from '../../platform/http/asks-for-page.ts'
import { clientOf } from '../../platform/http/client.ts'
import { cookieOf, setCookie } from '../../platform/http/cookie.ts'
import { documented, type Operation } from '../../platform/http/operation.ts'
import { tellSeldom } from '../../platform/http/overload.ts'
import { replyWithText } from '../../platform/http/replies.ts'
import { propertiesOf } from '../../platform/properties-of.ts'
import { withParameters } from '../return/redirect-uri.ts'
import { newBrowserSecret, readBrowserSecret } from './browser.ts'
import { callbackUrl } from './callback-url.ts'
import { finishSignIn } from './finish.ts'
import { keepPosted } from './posted.ts'
import { type Asked, startSignIn, transactionSeconds } from './start.ts'

type At = { Params: { provider: string } }
type Starting = At & { Querystring: Asked }

const path = '/auth/oauth/:provider'

// a code that is an encrypted token has some kilobytes, and each character may be encoded as three
const maxCallbackBytes = 10 * 1_024

export const oauthRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const providers = providersOf(deps)
    app.get(
      '/auth/oauth',
      documented({
        summary: 'The providers that people can sign in with.',
        answers: { 200: ['In display order.', 'SignInProvider[]'] },
      }),
      async () => [...providers.values()].map(({ id, name }) => ({ id, name })),
    )
    await app.register(browserRoutes(deps))
  }

const browserRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const providers = providersOf(deps)
    const isSecure = deps.config.publicUrl?.startsWith('https:') ?? true
    // the prefix stops neighbouring hosts from setting it (RFC 6265bis §4.1.3.2), and requires https
    const cookieName = isSecure ? '__Host-sallyport-oauth' : 'sallyport-oauth'
    const secretOf = (request: FastifyRequest) => readBrowserSecret(cookieOf(request, cookieName))
    const providerOf = ({ params }: { params: unknown }) => {
      const provider = providers.get(String(propertiesOf(params).provider))
      if (!provider) throw notFound()
      return provider
    }

    app.setErrorHandler((error, request, reply) => {
      tellUnread(error, request)
      // the ones above have pages
      if (asksForPage(request)) throw error
      return replyWithText(error, request, reply)
    })
    // before any of it is read
    const tellUnread = (error: unknown, request: FastifyRequest) => {
      const { provider = '' } = request.params as { provider?: string }
      if (!providers.has(provider) || !isTooLong(error)) return
      const why = 'its answer is longer than what is read here'
      tellSeldom(request, { provider, why }, 'signing in with a provider failed')
    }

    app.get<Starting>(
      path,
      forBrowsers({
        summary: 'Sign in with a provider: send a browser here.',
        description: 'Or, with only `link`, continue to link a provider.',
        query: {
          redirect_uri: 'Where to return to: one of the registered addresses.',
          state: 'Returned unchanged.',
          code_challenge: 'The base64url of the SHA-256 of a verifier (RFC 7636).',
          code_challenge_method: '`S256`.',
          link: 'From the `url` of a started link.',
        },
        answers: { 302: ['To the provider, or to `redirect_uri` with `error` and `error_description`.'] },
        refusals: [404],
      }),
      async (request, reply) => {
        const provider = providerOf(request)
        // reused, because another tab may be at a provider already
        const secret = secretOf(request) ?? newBrowserSecret()
        const location = await startSignIn(deps, provider, request.query, secret, clientOf(deps, request))
        reply.header('Set-Cookie', setCookie(cookieName, secret, { seconds: transactionSeconds, isSecure }))
        return reply.redirect(location, 302)
      },
    )

    app.get<At>(
      `${path}/callback`,
      forBrowsers({
        summary: 'Where the provider returns the browser to.',
        query: {
          state: 'Identifies the sign-in.',
          code: 'The code of the provider.',
          error: 'Or its error.',
        },
        maxUrlBytes: maxCallbackBytes,
        answers: {
          302: ['To `redirect_uri` with `code` and `state`, or with `error` and `error_description`.'],
        },
        refusals: [404],
      }),
      async (request, reply) => {
        const answer = new URLSearchParams(request.url.replace(/^[^?]*/, ''))
        const client = clientOf(deps, request)
        return reply.redirect(
          await finishSignIn(deps, providerOf(request), answer, secretOf(request), client),
          302,
        )
      },
    )

    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    app.post<At>(
      `${path}/callback`,
      forBrowsers({
        summary: 'The same for providers that post a form.',
        description: 'A form posted from another site carries no cookie; the request after the 303 does.',
        answers: { 303: ['To the same path, which reads what was posted.'] },
        refusals: [404],
      }),
      async (request, reply) => {
        const provider = providerOf(request)
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const state = await keepPosted(deps, provider.id, form)
        return reply.redirect(withParameters(callbackUrl(deps, provider), { state }), 303)
      },
    )
  }

// no HEAD routes, because a callback works once
const forBrowsers = (operation: Operation) => ({
  ...documented({ ...operation, isForBrowsers: true }),
  exposeHeadRoute: false,
})

const isTooLong = (error: unknown) =>
  [413, 414].includes(Number(error instanceof Refused ? error.status : Object(error).statusCode))
