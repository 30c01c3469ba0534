import { randomBytes, randomUUID } from 'node:crypto'
import { createTokenChecker } from '../packages/client/src/server/index.ts'
import { median } from './statistics.ts'

/**
 * How many checks of access tokens one core does from its cache, without the service. A stub in place of the service
 * accepts every token.
 */
const rounds = 7
const checksARound = 300_000
const sizes = [1, 1_000, 100_000]

const say = (line: string) => process.stdout.write(`${line}\n`)

const active = () => ({
  active: true,
  sub: randomUUID(),
  sid: randomUUID(),
  exp: Math.floor(Date.now() / 1_000) + 900,
  auth_time: Math.floor(Date.now() / 1_000),
  amr: ['pwd', 'otp', 'mfa'],
  methods: ['password', 'totp'],
})

/** Nothing ever happens. */
const untilClosed = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const answer: typeof fetch = async (address, init) => {
  const { searchParams, pathname } = new URL(`${address}`)
  if (pathname === '/events')
    return searchParams.get('after') === 'now'
      ? Response.json({ events: [], next: '1' })
      : untilClosed(init!.signal!)
  const { tokens }: { tokens: string[] } = JSON.parse(`${init?.body}`)
  return Response.json({ results: tokens.map(active) })
}

const requestOf = () => ({
  headers: { authorization: `Bearer sp_at_${randomBytes(64).toString('base64url')}` },
})

say('| tokens | checks a second |\n|---:|---:|')
for (const size of sizes) {
  const tokens = createTokenChecker({
    url: 'https://accounts.example.com',
    serviceKey: 'sp_sk_1',
    fetch: answer,
  })
  const requests = Array.from({ length: size }, requestOf)
  await tokens.check(requestOf())
  for (const request of requests) await tokens.check(request)
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) rates.push(await rateOf(tokens, requests))
  say(`| ${size} | ${Math.round(median(rates))} |`)
  tokens.close()
}

async function rateOf(
  tokens: ReturnType<typeof createTokenChecker>,
  requests: ReturnType<typeof requestOf>[],
) {
  const begunMs = performance.now()
  for (let n = 0; n < checksARound; n++) await tokens.check(requests[n % requests.length]!)
  return (checksARound / (performance.now() - begunMs)) * 1_000
}
