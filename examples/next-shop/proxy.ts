import { type NextRequest, NextResponse } from 'next/server'
import { Offline, Refused } from 'sallyport-client/server'
import { addressIn, bff } from './account.ts'

/** Before each page: here cookies can be set, so this is where a token that is too old is exchanged for the next one. */
export const proxy = async ({ headers }: NextRequest): Promise<Response> => {
  const visit = bff().visit({ headers, address: addressIn(headers) })
  try {
    if (await visit.sallyport.isSignedIn()) await visit.sallyport.account.get()
  } catch (error) {
    if (error instanceof Offline) return away()
    // the page finds out for itself, and says so
    if (!(error instanceof Refused)) throw error
  }
  const response = NextResponse.next()
  for (const cookie of visit.setCookies) response.headers.append('Set-Cookie', cookie)
  return response
}

const away = () =>
  new Response('We cannot reach your account right now. Please try again in a moment.', {
    status: 503,
    headers: { 'Retry-After': '5' },
  })

export const config = { matcher: '/((?!_next/|auth/|favicon.ico).*)' }
