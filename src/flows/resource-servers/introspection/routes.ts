import vine from '@vinejs/vine'
import { readKey, requireScopeOf } from '#credentials/service-keys/require-scope.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { acceptFormsToo } from '#platform/http/form.ts'
import { introspect, introspectAll } from './introspect.ts'

const maxTokens = 100
// strangers send tokens of any length, and must not spoil a batch for others; what anybody may send is read before a key is
// looked at, so not more
const batchBytes = 64 * 1024

const body = vine.create({ token: vine.string() })
const batchBody = vine.create({ tokens: vine.array(vine.string()).minLength(1).maxLength(maxTokens) })

export const introspectionRoutes = endpoints((endpoint, deps, app) => {
  acceptFormsToo(app)

  endpoint('POST', '/auth/introspect', {
    summary: 'Whether an access token works, and whose it is (RFC 7662).',
    description:
      'For other services, with a key of the scope `introspect`: as a bearer token, by Basic with the id of the key as the user name, or as `client_id` and `client_secret` in the form. Whatever is wrong with a token, the answer is `{"active":false}`.',
    form: {
      token: 'The token.',
      token_type_hint: 'Ignored: only access tokens are active.',
      client_id: 'The id of the key, unless there is an `Authorization` header.',
      client_secret: 'The key, likewise.',
    },
    body,
    isBodyUnstored: true,
    answers: { 200: ['What is known of the token.', 'ActiveToken | InactiveToken'] },
    // looked up together with what it asks about
    serviceGuard: readKey,
    lateGuard: requireScopeOf('introspect'),
    handle: (asked) => introspect(deps, asked.who, asked.body.token, () => asked.client),
  })

  endpoint('POST', '/auth/introspect/batch', {
    summary: 'The same for up to 100 tokens at once.',
    body: batchBody,
    isBodyUnstored: true,
    bodyLimit: batchBytes,
    answers: { 200: ['What is known of each, in the same order.', 'Introspections'] },
    serviceGuard: readKey,
    lateGuard: requireScopeOf('introspect'),
    handle: (asked) => introspectAll(deps, asked.who, asked.body.tokens, () => asked.client),
  })
})
