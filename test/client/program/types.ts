import {
  type Client,
  createClient,
  isRefused,
  memoryStorage,
  Offline,
  type PasskeyProof,
  Refused,
  type Step,
  type StorageLike,
} from 'sallyport-client'
import { type Bearer, createTokenChecker, type TokenChecker } from 'sallyport-client/server'

const storage: StorageLike = memoryStorage()
export const sallyport: Client = createClient({ url: 'https://accounts.example.com', storage })

export const emailOf = (step: Step): string | undefined => {
  // @ts-expect-error: before the second step there is no account
  void step.account
  return step.state === 'signed_in' ? step.account.email : undefined
}

export const attemptsLeft = (error: unknown): number =>
  isRefused(error, 'wrong_code') ? error.details.attemptsLeft : 0

export const methods = (error: unknown): string[] =>
  isRefused(error, 'reauthentication_required') ? error.details.methods : []

export const reason = (error: unknown): string => {
  // @ts-expect-error: there is no such code
  if (isRefused(error, 'wrong_cod')) return 'never'
  if (error instanceof Offline) return 'offline'
  return error instanceof Refused ? error.code : 'not ours'
}

export const use = async (): Promise<void> => {
  // @ts-expect-error: a password is missing
  await sallyport.signIn({ email: 'ada@example.com' })
  // @ts-expect-error: a code needs its method
  await sallyport.account.prove({ code: '123456' })
  const proof: PasskeyProof = await sallyport.passkeys.proof({ signal: AbortSignal.timeout(1_000) })
  await sallyport.account.prove(proof)
  // @ts-expect-error: a passkey has no code
  await sallyport.account.prove({ method: 'passkey', code: '123456' })
  const backup: string[] | undefined = (await sallyport.passkeys.add({ asSecondFactor: true })).backup
  // @ts-expect-error: there is one mediation to choose
  await sallyport.signInWithPasskey({ mediation: 'silent' })
  const redirectUri = 'https://app.example.com/signed-in'
  // @ts-expect-error: a provider's own page is told no language
  await sallyport.startRedirect({ redirectUri, provider: 'example', uiLocales: 'de' })
  const answer: Response = await sallyport.fetch('https://api.example.com/orders', { method: 'POST' })
  const deletesAt: string | undefined = (await sallyport.account.close())?.deletesAt
  // @ts-expect-error: it is a text
  const expiresAt: Date = (await sallyport.twoFactor.begin()).expiresAt
  void [answer, deletesAt, expiresAt, backup]
}

export const tokens: TokenChecker = createTokenChecker({
  url: 'https://accounts.example.com',
  serviceKey: 'sp_sk_1',
  onProblem: (error: Error) => void error.cause,
})

// @ts-expect-error: there is no check without a key
void createTokenChecker({ url: 'https://accounts.example.com' })

export const check = async (request: Request): Promise<string> => {
  const bearer: Bearer = await tokens.check(request, { maxAgeSeconds: 300 })
  await tokens.check({ headers: { authorization: 'Bearer sp_at_1' } })
  // @ts-expect-error: not every key may see it
  const email: string = bearer.email
  // @ts-expect-error: other requests have the same
  bearer.amr.push('mfa')
  return `${bearer.userId} ${email}`
}

export const maxAge = (error: unknown): number =>
  isRefused(error, 'insufficient_user_authentication') ? error.details.maxAgeSeconds : 0
