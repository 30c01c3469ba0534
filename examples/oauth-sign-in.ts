/**
 * Signs in with another provider, as a program on a user's machine does: it opens a port and prints the page to
 * open in a browser. The service's `OAUTH_REDIRECT_URIS` must include `http://127.0.0.1:0/callback`.
 *
 *     npx node examples/oauth-sign-in.ts http://127.0.0.1:3000 google
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import type { Account, Refusal, TokenPair } from '../contract/wire.ts'

const [service, provider] = process.argv.slice(2)
if (!service || !provider)
  throw new Error('Usage: npx node examples/oauth-sign-in.ts http://127.0.0.1:3000 google')

const say = (line: string) => process.stdout.write(`${line}\n`)

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')

const state = oauth.generateRandomState()
const codeVerifier = oauth.generateRandomCodeVerifier()
const start = new URL(`${service}/auth/oauth/${provider}`)
start.search = new URLSearchParams({
  redirect_uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
  state,
  code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
  code_challenge_method: 'S256',
}).toString()
say(`open ${start}`)

const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
response.end('You can close this page.')
server.close()

// throws if the state differs or the sign-in failed
const answer = oauth.validateAuthResponse(
  { issuer: service },
  { client_id: 'example' },
  new URL(request.url ?? '', service),
  state,
)

// a plain request, because the answer may require a second factor
const exchanged = await fetch(`${service}/auth/token`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    grant_type: 'oauth_code',
    code: answer.get('code'),
    code_verifier: codeVerifier,
  }),
})
const body = (await exchanged.json()) as TokenPair | Refusal
if (!('accessToken' in body)) throw new Error(`${exchanged.status} ${body.code}: ${body.message}`)

const me = await fetch(`${service}/users/me`, {
  headers: { Authorization: `Bearer ${body.accessToken.token}` },
})
const account = (await me.json()) as Account
say(`signed in as ${account.email}${account.emailVerified ? ', which is verified' : ''}`)
