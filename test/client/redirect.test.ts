import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../packages/client/src/index.ts'

const url = 'https://accounts.example.com'
const redirectUri = 'https://app.example.com/signed-in'
const mismatch = { code: 'redirect_mismatch' }

/** A client whose browser is away at the service's page. */
const leave = async (issuer?: string) => {
  const asked: string[] = []
  const sallyport = createClient({
    url,
    storage: 'memory',
    ...(issuer !== undefined && { issuer }),
    fetch: async (target) => {
      asked.push(`${target}`)
      return Response.json({}, { status: 500 })
    },
  })
  const state = new URL(await sallyport.startRedirect({ redirectUri })).searchParams.get('state') ?? ''
  const backFrom = (iss?: string) =>
    `${redirectUri}?${new URLSearchParams({ code: 'a-code', state, ...(iss !== undefined && { iss }) })}`
  return { sallyport, asked, backFrom }
}

test('the answer of another service is refused, and nothing is asked', async () => {
  for (const iss of ['https://evil.example', `${url}.evil.example`, `${url}/other`, 'not an address', '']) {
    const { sallyport, asked, backFrom } = await leave()
    await assert.rejects(sallyport.finishRedirect(backFrom(iss)), mismatch, iss)
    assert.deepEqual(asked, [])
  }
})

test('the answer of the service is taken, by its own name, and without one', async () => {
  for (const [issuer, iss] of [
    [undefined, url],
    [undefined, `${url}/`],
    [undefined, undefined],
    ['https://accounts.example.org', 'https://accounts.example.org'],
  ] as const) {
    const { sallyport, asked, backFrom } = await leave(issuer)
    await assert.rejects(sallyport.finishRedirect(backFrom(iss)))
    assert.deepEqual(asked, [`${url}/auth/token`])
  }
  const { sallyport, backFrom } = await leave('https://accounts.example.org')
  await assert.rejects(sallyport.finishRedirect(backFrom(url)), mismatch)
})

test('a sign-in does not end as a link', async () => {
  const { sallyport, asked, backFrom } = await leave()
  await assert.rejects(sallyport.identities.finishLink(backFrom(url)), mismatch)
  assert.deepEqual(asked, [])
})
