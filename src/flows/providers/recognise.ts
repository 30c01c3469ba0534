import { cameFrom } from '../../accounts/events/came-from.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { registrationsByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { issueFirstVerification } from '../../accounts/links/verification.ts'
import { canonicalEmail } from '../../accounts/users/canonical-email.ts'
import { lockOwnerOf } from '../../accounts/users/lock-owner.ts'
import { findOwnerOf } from '../../accounts/users/queries/email-owners.ts'
import { type Address, insertEmail } from '../../accounts/users/queries/emails.ts'
import { findEpoch, insertUser, lockUser } from '../../accounts/users/queries/users.ts'
import type { Identity } from '../../credentials/identities/providers/provider.ts'
import { findByIdentity, insertIdentity } from '../../credentials/identities/queries/identities.ts'
import type { Client, Deps } from '../../deps.ts'
import { acceptedLanguage } from '../../messages/texts/language.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Runner } from '../../platform/db/db.ts'
import { UniqueViolation } from '../../platform/db/failures.ts'
import { about } from '../../platform/refusals/concerning.ts'
import { accountExists, emailRequired, registrationDenied } from '../../platform/sign-in-failed.ts'
import { admit } from '../registration/admit.ts'
import { claimAccount, claimConfirmed } from '../registration/claim.ts'
import { countedRegistration } from '../registration/counted-registration.ts'

/** `epoch`: at the time of the proof. */
type Recognised = { userId: string; epoch: number }

type Newcomer = Identity & { provider: string; address: Address }

/**
 * The account that an identity opens, by provider and subject alone. An address leads to an account only
 * once, to link the two.
 * @throws `account_exists`, `email_required`, `access_denied` while registration is closed, and 429 after too many new accounts from one place
 */
export const recognise = async (
  deps: Deps,
  provider: string,
  identity: Identity,
  client: Client,
): Promise<Recognised> => {
  const known = await findByIdentity(deps.db, { provider, subject: identity.subject })
  if (known) return known
  const address = canonicalEmail(identity.email ?? '')
  if (!address) throw emailRequired()
  try {
    return await linkOrCreate(deps, { ...identity, provider, address }, client)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    // someone was faster: the same person in another tab, or a registration
    const linked = await findByIdentity(deps.db, { provider, subject: identity.subject })
    if (linked) return linked
    return linkOrCreate(deps, { ...identity, provider, address }, client).catch((again) =>
      refuseTwins(deps, address, again),
    )
  }
}

const linkOrCreate = async (deps: Deps, newcomer: Newcomer, client: Client): Promise<Recognised> => {
  const mayCreate = async () => {
    admit(deps, newcomer.address, registrationDenied)
    await takeAttempts(deps, registrationsByAddress(deps.config.registrationsPerHour, client))
  }
  const link = () => deps.db.transaction((runner) => linkToOwner(runner, newcomer, client))
  const linked = newcomer.emailVerified ? await link() : undefined
  if (linked) return linked
  return countedRegistration(deps, 'provider', async () => {
    await mayCreate()
    // an unverified address can be anyone's, and the answer reveals whether it is taken
    if (!newcomer.emailVerified) await link()
    return create(deps, newcomer, client)
  })
}

/**
 * Links to the account with the address, if both sides, or nobody yet, have proven it.
 * @throws `account_exists` if the provider has not
 */
const linkToOwner = async (
  runner: Runner,
  { address, ...identity }: Newcomer,
  client: Client,
): Promise<Recognised | undefined> => {
  const owner = await lockOwnerOf(runner, address.canonical)
  if (!owner) return
  if (!identity.emailVerified) throw about(accountExists('provider.address_unproven'), owner.userId)
  const { userId } = owner
  // nothing is added to a disabled account, or taken from it
  if ((await lockUser(runner, userId))?.isDisabled)
    throw about(accountExists('provider.account_blocked'), userId)
  const claim = { proof: identity.provider, address: client.address, signsIn: client }
  if (!(await claimAccount(runner, userId, claim))) await claimConfirmed(runner, userId, claim)
  await insertIdentity(runner, userId, identity)
  const detail = { provider: identity.provider }
  await recordEvent(runner, { type: 'identity.linked', userId, ...cameFrom(client), detail })
  return { userId, epoch: (await findEpoch(runner, userId)) as number }
}

const create = async (deps: Deps, newcomer: Newcomer, client: Client): Promise<Recognised> => {
  const userId = newId(deps.now())
  const { provider, address: email, emailVerified: isVerified } = newcomer
  const event = { type: 'user.registered', userId, address: client.address, detail: { provider } } as const
  await deps.db.transaction(async (runner) => {
    await insertUser(runner, userId, acceptedLanguage(client.acceptLanguage) ?? null)
    await insertEmail(runner, userId, email, isVerified)
    await insertIdentity(runner, userId, newcomer)
    await recordEvent(runner, event)
    if (!isVerified) await issueFirstVerification(deps, runner, { userId, email })
  })
  return { userId, epoch: 0 }
}

// it has another identity of this provider: the address changed hands there
const refuseTwins = async (deps: Deps, { canonical }: Address, error: unknown): Promise<never> => {
  if (!(error instanceof UniqueViolation)) throw error
  const owner = await findOwnerOf(deps.db, canonical)
  throw about(accountExists('provider.other_identity'), owner?.userId)
}
