import type { Environment } from '../../src/config/config.ts'
import { type Browser, newBrowser } from './browser.ts'
import { freePort } from './free-port.ts'
import { type Answer, post, send } from './http.ts'
import type { Person } from './people.ts'
import { startProvider, type TestProvider } from './provider.ts'
import { startTestService, type TestService } from './service.ts'

/** Where applications are called back in the tests; nothing listens there. */
export const appUrl = 'https://app.example.com/signed-in'

/** A service with sign-in by other providers, and those providers. */
export type Federated<Id extends string> = TestService & { providers: Record<Id, TestProvider> }

/**
 * Starts a service, and a provider for each of the ids, with optional settings.
 * @param host where browsers find it: `localhost` for passkeys, which no IP address can have
 */
export const startFederated = async <Id extends string>(
  settingsOf: Record<Id, Environment>,
  more: Environment = {},
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<Federated<Id>> => {
  const port = await freePort()
  const publicUrl = `http://${host}:${port}`
  const ids = Object.keys(settingsOf) as Id[]
  const started = await Promise.all(
    ids.map(async (id) => {
      const redirectUris = [`${publicUrl}/auth/oauth/${id}/callback`]
      return [id, await startProvider({ redirectUris, clientSecret: `the secret of ${id}` })] as const
    }),
  )
  const settings = started.flatMap(([id, { issuer }]) => {
    const own = { ISSUER: issuer, CLIENT_ID: 'sallyport', CLIENT_SECRET: `the secret of ${id}` }
    return Object.entries({ ...own, ...settingsOf[id] }).map(
      ([name, text]) => [`OAUTH_${id.toUpperCase()}_${name}`, text] as const,
    )
  })
  const service = await startTestService({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    OAUTH_PROVIDERS: ids.join(),
    OAUTH_REDIRECT_URIS: `${appUrl},http://127.0.0.1:0/callback`,
    ...Object.fromEntries(settings),
    ...more,
  })
  return {
    ...service,
    address: publicUrl,
    providers: Object.fromEntries(started) as Record<Id, TestProvider>,
  }
}

type At = { address: string }

/** The address that an application sends a browser to. */
export const startUrl = (
  { address }: At,
  provider: string,
  parameters: Record<string, string> = {},
): string =>
  `${address}/auth/oauth/${provider}?${new URLSearchParams({ redirect_uri: appUrl, ...parameters })}`

/** A browser in which somebody is signed in at a provider. */
export const browserOf = (person: string, ...providers: TestProvider[]): Browser => {
  const browser = newBrowser()
  for (const { issuer } of providers) {
    browser.cookies.set(issuer, new Map([['person', encodeURIComponent(person)]]))
  }
  return browser
}

/** Signs somebody in with a provider. @returns the application's parameters: `code` and `state`, or `error` */
export const signInWith = async <Id extends string>(
  service: Federated<Id>,
  provider: Id,
  person: string,
  parameters: Record<string, string> = {},
): Promise<Record<string, string>> => {
  const browser = browserOf(person, service.providers[provider])
  const { url, text } = await browser.open(startUrl(service, provider, parameters), appUrl)
  if (!url.href.startsWith(appUrl)) throw new Error(`${url} says ${text}`)
  return Object.fromEntries(url.searchParams)
}

/** Begins to link a provider to somebody's account. */
export const beginLink = (
  service: At,
  person: Person,
  provider: string,
  body: object = {},
): Promise<Answer> =>
  post(
    service,
    `/users/${person.userId}/identities/${provider}`,
    { redirect_uri: appUrl, ...body },
    { token: person.accessToken },
  )

/** Continues a link in the browser of somebody known to the provider. @returns the application's parameters */
export const followLink = async (
  url: string,
  subject: string,
  provider: TestProvider,
): Promise<Record<string, string>> => {
  const landing = await browserOf(subject, provider).open(url, appUrl)
  return Object.fromEntries(landing.url.searchParams)
}

export const confirmLink = (service: At, person: Person, provider: string, body: object): Promise<Answer> =>
  send(service, 'PATCH', `/users/${person.userId}/identities/${provider}`, {
    token: person.accessToken,
    body,
  })
