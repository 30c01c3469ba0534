import vine from '@vinejs/vine'
import { providersOf } from '#credentials/identities/providers/configured.ts'
import { passwordField } from '#credentials/password/fields.ts'
import { notFound } from '#platform/errors.ts'
import { optional } from '#platform/exact.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { authenticateOwner } from '#sessions/authenticate.ts'
import { beginLink } from './begin.ts'
import { confirmLink } from './confirm.ts'
import { listLinked } from './list.ts'
import { unlink } from './unlink.ts'

const beginBody = vine.create({
  redirect_uri: vine.string(),
  state: optional(vine.string()),
  code_challenge: optional(vine.string()),
  code_challenge_method: optional(vine.string()),
  password: optional(passwordField()),
})
const confirmBody = vine.create({ code: vine.string(), code_verifier: optional(vine.string()) })
const unlinkBody = vine.create({ password: optional(passwordField()) })

const path = '/users/:id/identities'

export const identityRoutes = endpoints((endpoint, deps) => {
  const providers = providersOf(deps)

  endpoint('GET', path, {
    summary: 'The identities linked to an account, oldest first.',
    answers: { 200: ['At most one of each provider.', 'LinkedIdentity[]'] },
    guard: authenticateOwner,
    handle: ({ who }) => listLinked(deps, who.userId),
  })

  endpoint('POST', `${path}/:provider`, {
    summary: 'Start to link a provider.',
    description: 'Send the browser to `url`. It returns to `redirect_uri` with a `code` to confirm.',
    body: beginBody,
    answers: {
      201: ['Where to send the browser, within ten minutes.', 'LinkStart'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [429],
    guard: async (deps, token, params) => {
      const bearer = await authenticateOwner(deps, token, params)
      const provider = providers.get(params.provider)
      if (!provider) throw notFound()
      return { ...bearer, provider }
    },
    handle: ({ who, body, client }) => beginLink(deps, who, who.provider, body, client),
  })

  endpoint('PATCH', `${path}/:provider`, {
    summary: 'Confirm a link with the returned code.',
    body: confirmBody,
    answers: {
      200: ['It is linked and can sign in.', 'LinkedIdentity'],
      403: ['A more recent proof of identity is required. The code still works.', 'ReauthenticationRequired'],
    },
    refusals: [409],
    guard: authenticateOwner,
    handle: ({ who, params: { provider }, body, client }) => confirmLink(deps, who, provider, body, client),
  })

  endpoint('DELETE', `${path}/:provider`, {
    summary: 'Unlink a provider.',
    description: 'The body may be absent; `password` renews a proof of identity older than 15 minutes.',
    body: unlinkBody,
    isBodyOptional: true,
    answers: {
      204: ['It is unlinked, and the other sessions it opened have ended.'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [409, 429],
    guard: authenticateOwner,
    handle: ({ who, params: { provider }, body: { password }, client }) =>
      unlink(deps, who, provider, password, client),
  })
})
