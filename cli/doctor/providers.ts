import { configuredProviders } from '../../src/credentials/identities/providers/configured.ts'
import { whyOf } from '../../src/credentials/identities/providers/failure.ts'
import type { Provider } from '../../src/credentials/identities/providers/provider.ts'
import { callbackUrl } from '../../src/flows/providers/callback-url.ts'
import { type Answer, ask } from './ask.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

/** Starts a sign-in with each, as far as the page that the person would see. */
export const providersCheck: Check = {
  name: 'providers',
  run: async ({ settings }) => {
    const config = settings('oauthProviders', 'publicUrl')
    const providers = [...configuredProviders({ config, now: Date.now }).values()]
    return Promise.all(
      providers.map(async (provider) => ({
        name: `provider-${provider.id}`,
        ...(await findingOf(provider, callbackUrl({ config }, provider))),
      })),
    )
  },
}

const proofs = { state: 'doctor', nonce: 'doctor', codeVerifier: 'doctor'.repeat(8) }

const findingOf = async (provider: Provider, callback: string): Promise<Finding> => {
  const { id, name } = provider
  const setting = `OAUTH_${id.toUpperCase()}`
  const url = await provider.authorizationUrl(callback, proofs).catch((error: Error) => error)
  if (url instanceof Error)
    return fail(
      `${name} cannot be asked how to sign people in: ${whyOf(url)}.`,
      `Check ${setting}_ISSUER, and that this machine reaches it.`,
    )
  const page = await ask(url).catch((error: Error) => error)
  if (page instanceof Error)
    return warn(
      `${name} does not show its sign-in page to this machine (${whyOf(page)}).`,
      `Open it in a browser: GET /auth/oauth/${id}.`,
    )
  if (isRefusal(page))
    return fail(
      `${name} refuses a sign-in with this client id and callback address.`,
      `Check ${setting}_CLIENT_ID, and register this callback address with the provider: ${callback}`,
    )
  return ok(`${name} answers. The callback address to register there is ${callback}`)
}

/** RFC 6749 §4.1.2.1: no provider redirects to an unregistered address. Some lead to a page of their own instead. */
const isRefusal = ({ status, headers }: Answer) =>
  (status >= 400 && status < 500) || (status >= 300 && /error/i.test(headers.location ?? ''))
