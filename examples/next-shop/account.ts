/** Everything of the shop that knows of Sallyport, beside `proxy.ts`. */
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { type Bff, createBff, isRefused } from 'sallyport-client/server'

const make = () =>
  createBff({
    url: process.env.SALLYPORT_URL ?? 'http://127.0.0.1:3000',
    origin: process.env.ORIGIN ?? 'http://127.0.0.1:4000',
    key: process.env.SESSION_KEY ?? '',
    basePath: '/auth',
  })

let made: Bff | undefined

/** Made by the first request: what is built needs no key. */
export const bff = (): Bff => {
  made ??= make()
  return made
}

/** The browser's, from a header that your proxy sets, such as `x-real-ip`: one that browsers may send says anything. */
export const addressIn = (given: Headers): string | undefined => {
  const { ADDRESS_HEADER: name } = process.env
  return (name && given.get(name)) || undefined
}

/** Nothing is exchanged while a page is rendered, as it could set no cookie: `proxy.ts` has done that. */
const readVisit = cache(async () => {
  const given = await headers()
  return bff().visit({ headers: given, address: addressIn(given), readOnly: true })
})

export const isSignedIn = async () => (await readVisit()).sallyport.isSignedIn()

/** The person, who is asked to sign in first. @param path of the page, to come back to */
export const customer = async (path: string) => {
  const { sallyport } = await readVisit()
  try {
    return await sallyport.account.get()
  } catch (error) {
    if (isRefused(error, 'unauthorized')) redirect(`/auth/login?return_to=${encodeURIComponent(path)}`)
    // its token ended between the proxy and here: asked for again, the proxy renews it
    if (isRefused(error, 'needs_refresh')) redirect(path)
    throw error
  }
}
