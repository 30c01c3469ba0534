import { type Call, path } from '../call.ts'
import type { Context } from '../context.ts'
import { comeBack, leave, mismatch } from '../redirect.ts'
import type { LinkedIdentity, LinkStart } from '../wire.ts'

/** The providers that can sign in to the account. */
export const identitiesArea = (context: Context, call: Call) => ({
  list: () => call<LinkedIdentity[]>('GET', '/users/me/identities'),
  /** Starts a link. @returns the address to send the browser to */
  startLink: async (provider: string, redirectUri: string): Promise<string> => {
    const parameters = await leave(context, { redirectUri, provider })
    const { url } = await call<LinkStart>('POST', path`/users/me/identities/${provider}`, parameters)
    return url
  },
  /**
   * Completes it, with the address that the browser returned to. After 429, that can be repeated.
   * @throws {Refused} `redirect_mismatch` or `redirect_failed`
   */
  finishLink: (location: string | URL): Promise<LinkedIdentity> =>
    comeBack(context, location, async ({ proof, provider }) => {
      if (provider === undefined) throw mismatch('This was a sign-in, and no link.')
      return call('PATCH', path`/users/me/identities/${provider}`, proof)
    }),
  /** The last way in cannot be removed: `last_way_in`. */
  unlink: (provider: string) => call('DELETE', path`/users/me/identities/${provider}`),
})
