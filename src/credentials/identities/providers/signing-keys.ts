import type { CustomFetch } from 'openid-client'

const keptMs = 5 * 60 * 1_000
// a provider whose tokens name an unpublished key is not asked for every visitor
const pauseMs = 3_000

type Kept = { body: string; headers: Headers; atMs: number }

/** Where tokens come from, and the keys that sign them. */
type Endpoints = { token_endpoint?: string; jwks_uri?: string }

/**
 * Keeps the keys of a provider. A token that names another key triggers a new fetch: the library would refuse a new
 * key for up to a minute.
 * @returns what fetches for one exchange
 */
export const signingKeys = () => {
  let kept: Kept | undefined
  const isCurrent = (kid: string | undefined, { body, atMs }: Kept) => {
    const ageMs = performance.now() - atMs
    return ageMs < (kid === undefined || hasKey(body, kid) ? keptMs : pauseMs)
  }
  return (fetch: CustomFetch, { token_endpoint, jwks_uri }: Endpoints): CustomFetch => {
    let kid: string | undefined
    return async (url, options) => {
      if (url === jwks_uri && kept && isCurrent(kid, kept))
        return new Response(kept.body, { headers: kept.headers })
      const response = await fetch(url, options)
      if (url === token_endpoint) kid = kidIn(await response.clone().text())
      if (url === jwks_uri && response.ok)
        kept = { body: await response.clone().text(), headers: response.headers, atMs: performance.now() }
      return response
    }
  }
}

const hasKey = (body: string, kid: string): boolean => {
  const { keys } = readObject(body)
  return Array.isArray(keys) && keys.some((key) => Object(key).kid === kid)
}

/** Of the ID token in an answer. Only for the look-up: the library verifies the token. */
const kidIn = (answer: string): string | undefined => {
  const [header = ''] = String(readObject(answer).id_token).split('.')
  const { kid } = readObject(Buffer.from(header, 'base64url').toString())
  return typeof kid === 'string' ? kid : undefined
}

const readObject = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
