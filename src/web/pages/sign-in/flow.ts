import type { Deps } from '#deps.ts'
import { ownReturn, readTransaction } from '#flows/providers/start.ts'
import { withParameters } from '#flows/return/redirect-uri.ts'
import { badRequest, untrustedRedirect } from '#platform/errors.ts'

/** The purpose of a visit. It travels in the address of each page, and is stored nowhere. */
export type Flow = {
  parameters: Readonly<Record<string, string>>
  /** Without one, the sign-in leads to the person's own settings. */
  application?: Application
}

/** An application that waits for a one-time code. */
export type Application = { redirectUri: string; state: string | undefined; codeChallenge: string }

const names = [
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'screen',
  'login_hint',
  'ui_locales',
  'next',
]

/** The parameters that a sign-in starts with. */
export const parametersIn = (query: Readonly<Record<string, string>>): Flow['parameters'] =>
  Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))

/** @throws 400 for an address that is not registered, or without a PKCE challenge (RFC 9700 §2.1.1) */
export const readFlow = (deps: Deps, query: Readonly<Record<string, string>>): Flow => {
  const parameters = parametersIn(query)
  if (query.redirect_uri === undefined) return { parameters }
  const { redirectUri, clientState: state, codeChallenge } = readTransaction(deps, query)
  // only for providers: a visit could renew itself with it
  if (redirectUri === ownReturn(deps)) throw untrustedRedirect()
  if (codeChallenge === undefined) throw badRequest('code_challenge is required.')
  return { parameters, application: { redirectUri, state, codeChallenge } }
}

/** The parameters kept after a sign-in or a restart: those for its beginning are dropped. */
export const onwardOf = ({ parameters }: Flow): Readonly<Record<string, string>> => {
  const { prompt: _, screen: __, ...onward } = parameters
  return onward
}

/** For `form-action`: the scheme of an app, which a form leads to without a page between. Sites come after one. */
export const schemeOf = ({ application }: Flow): string | undefined => {
  const protocol = application && new URL(application.redirectUri).protocol
  return protocol === 'http:' || protocol === 'https:' ? undefined : protocol
}

/** Reports to the application that it gets no code (RFC 6749 §4.1.2.1). */
export const errorAt = (
  { config }: Deps,
  { redirectUri, state }: Application,
  error: 'access_denied' | 'login_required',
): string => withParameters(redirectUri, { error, state, iss: config.publicUrl })
