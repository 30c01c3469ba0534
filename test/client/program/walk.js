import { createClient, isRefused, memoryStorage } from 'sallyport-client'
import { createAuthenticator, createTokenChecker } from 'sallyport-client/server'

/** What every runtime does with the packed client. */
export const walk = async (url, serviceKey) => {
  const person = { email: `${crypto.randomUUID()}@example.com`, password: 'a password of the tests' }
  const first = createClient({ url })
  await first.register(person)
  await first.signOut()

  const storage = memoryStorage()
  const sallyport = createClient({ url, storage })
  const wrong = await sallyport.signIn({ ...person, password: 'a wrong password' }).catch((error) => error)
  if (!isRefused(wrong, 'invalid_credentials'))
    throw new Error('a wrong password went through', { cause: wrong })
  await sallyport.signIn(person)
  await storage.setItem('sallyport', storage.getItem('sallyport').replace(/sp_at_[^"]+/, 'sp_at_stale'))
  const { email } = await sallyport.account.get()
  if (email !== person.email) throw new Error(`this is the account of ${email}`)
  const { pair } = JSON.parse(await storage.getItem('sallyport'))
  const authorization = `Bearer ${pair.accessToken.token}`
  const { account } = await createAuthenticator({ url })({ headers: { authorization } })
  if (account.email !== person.email) throw new Error(`this is the token of ${account.email}`)
  const address = await sallyport.startRedirect({ provider: 'example', redirectUri: 'https://example.com/' })
  if (!/code_challenge=[\w-]{43}&/.test(address)) throw new Error(`no code challenge in ${address}`)
  const checks = await startChecks(url, serviceKey, authorization)
  if (checks.userId !== account.id) throw new Error(`this is the token of ${checks.userId}`)
  await sallyport.signOut()
  if (await sallyport.isSignedIn()) throw new Error('still signed in')
  await checks.end()
}

/** Has a token checked, from memory where that is possible. */
const startChecks = async (url, serviceKey, authorization) => {
  let asked = 0
  const counted = (address, init) => {
    if (address.endsWith('/batch')) asked++
    return fetch(address, init)
  }
  const tokens = createTokenChecker({ url, serviceKey, fetch: counted })
  const check = () => tokens.check({ headers: { authorization } })
  const { userId } = await check()
  const isKeeping = globalThis.navigator?.userAgent !== 'Cloudflare-Workers'
  for (let before = 0; isKeeping && before < asked; ) {
    before = asked
    await check()
  }
  const end = async () => {
    // events are heard between two turns
    while (await check().catch((error) => !isRefused(error, 'unauthorized')))
      await new Promise((resume) => setTimeout(resume, 20))
    tokens.close()
  }
  return { userId, end }
}
