import { recordEvent } from '../../accounts/events/record.ts'
import { failureAt } from '../../credentials/identities/providers/failure.ts'
import type { Identity, Provider } from '../../credentials/identities/providers/provider.ts'
import { type Linker, spendTransaction } from '../../credentials/identities/queries/transactions.ts'
import type { Client, Deps } from '../../deps.ts'
import { signInLost } from '../../platform/errors.ts'
import { SignInFailed } from '../../platform/sign-in-failed.ts'
import { issueCode } from '../return/issue-code.ts'
import { issueLinkCode } from '../return/issue-link-code.ts'
import { leadingBack } from '../return/lead-back.ts'
import { withParameters } from '../return/redirect-uri.ts'
import { type BrowserSecret, digestOf, proofsOf } from './browser.ts'
import { callbackUrl } from './callback-url.ts'
import { linkerOf } from './linker.ts'
import { orPosted } from './posted.ts'
import { recognise } from './recognise.ts'

/**
 * Takes a provider's answer from a browser. It counts once, in the browser that began, for the provider that was
 * asked: anyone lured to somebody else's callback is refused (RFC 9700 §4.4, §4.7).
 * @returns where to send the browser: to the application with a one-time code, or with an `error`
 * @throws 400 if it belongs to no sign-in in progress
 */
export const finishSignIn = async (
  deps: Deps,
  provider: Provider,
  answer: URLSearchParams,
  secret: BrowserSecret | undefined,
  client: Client,
): Promise<string> => {
  const [state, ...others] = answer.getAll('state')
  if (state === undefined || others.length > 0 || !secret) throw signInLost()
  const key = { digest: digestOf(state), provider: provider.id, browserDigest: digestOf(secret) }
  const transaction = await spendTransaction(deps.db, key)
  if (!transaction) throw signInLost()
  const { redirectUri } = transaction
  const linker = await linkerOf(deps, transaction)
  const clientState = transaction.clientState ?? undefined
  const codeChallenge = transaction.codeChallenge ?? undefined
  return leadingBack({ redirectUri, clientState, client }, async () => {
    const method = provider.id
    let identity: Identity | undefined
    try {
      const given = orPosted(deps, answer, { digest: key.digest, kept: transaction.answer })
      identity = await identify(deps, provider, given, proofsOf(secret, state))
      const code = linker
        ? await issueLinkCode(deps, { ...identity, provider: method, codeChallenge }, linker)
        : await issueCode(deps, {
            ...(await recognise(deps, method, identity, client)),
            methods: [method],
            codeChallenge,
          })
      return withParameters(redirectUri, { code, state: clientState })
    } catch (error) {
      if (error instanceof SignInFailed) {
        tellDoubt(deps, method, identity, error)
        if (!linker) deps.metrics.signIns.add({ grant: 'oauth_code', outcome: error.code })
        await recordEvent(deps.db, refusal(method, error, linker, client))
      }
      throw error
    }
  })
}

const identify = (
  deps: Deps,
  provider: Provider,
  answer: URLSearchParams,
  proofs: ReturnType<typeof proofsOf>,
): Promise<Identity> =>
  provider.identify(new URL(`${callbackUrl(deps, provider)}?${answer}`), proofs).catch((error) => {
    throw failureAt(deps, provider.id, error)
  })

/** Causes that an operator can fix: a missing permission, or a provider whose spelling needs a setting. */
const tellDoubt = (
  { log }: Deps,
  provider: string,
  identity: Identity | undefined,
  { code }: SignInFailed,
): void => {
  if (!identity?.doubt || !doubted.has(code)) return
  log.warn({ provider, why: identity.doubt }, 'signing in with a provider failed')
}

const doubted = new Set<string>(['account_exists', 'email_required'])

const refusal = (provider: string, { code }: SignInFailed, linker: Linker | undefined, { address }: Client) =>
  ({
    type: 'sign_in.refused',
    outcome: 'refused',
    userId: linker?.userId,
    address,
    detail: { grant: 'oauth_code', provider, reason: code },
  }) as const
