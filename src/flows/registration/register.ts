import vine from '@vinejs/vine'
import { recordEvent } from '../../accounts/events/record.ts'
import { registrationsByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { issueFirstVerification } from '../../accounts/links/verification.ts'
import { isEmailTaken } from '../../accounts/users/queries/email-owners.ts'
import { type Address, insertEmail } from '../../accounts/users/queries/emails.ts'
import { insertUser } from '../../accounts/users/queries/users.ts'
import type { Config } from '../../config/config.ts'
import { isTwoFactorRequired } from '../../config/two-factor-policy.ts'
import { confirmationField, emailField, newPasswordField } from '../../credentials/password/fields.ts'
import { setPassword } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { acceptedLanguage } from '../../messages/texts/language.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Runner } from '../../platform/db/db.ts'
import { emailTaken } from '../../platform/errors.ts'
import { challengeToEnrol } from '../../sessions/challenges/enrolment.ts'
import type { SessionKind } from '../../sessions/lifetimes.ts'
import { writeSession } from '../../sessions/open.ts'
import type { TokenRow } from '../../sessions/queries/sessions.ts'
import { admit } from './admit.ts'
import { countedRegistration } from './counted-registration.ts'

export const registrationBodyOf = (config: Config) =>
  vine.create({
    email: emailField(),
    password: newPasswordField(config),
    passwordConfirmation: confirmationField('password'),
  })

type Registration = { email: Address; password: string }

/**
 * Creates an account and signs its owner in, in one transaction.
 * @throws 403 `registration_closed`, 403 `two_factor_enrolment_required` if the account, which was created, needs a second
 *   factor, 422 `database.unique` if the address has an account, 429 after too many from one place
 */
export const register = (
  deps: Deps,
  registration: Registration,
  client: Client,
  kind: SessionKind = 'application',
): Promise<TokenRow> => countedRegistration(deps, 'password', () => create(deps, registration, client, kind))

const create = async (
  deps: Deps,
  { email, password }: Registration,
  client: Client,
  kind: SessionKind,
): Promise<TokenRow> => {
  admit(deps, email)
  await deps.passwords.requireRoom(client)
  await takeAttempts(deps, registrationsByAddress(deps.config.registrationsPerHour, client))
  const userId = newId(deps.now())
  const stored = await deps.passwords.hash(password, userId, client)
  const signedIn = { userId, sessionId: newId(deps.now()), epoch: 0, methods: ['password'], kind }
  const language = acceptedLanguage(client.acceptLanguage) ?? null
  const registered = { type: 'user.registered', userId, address: client.address } as const
  const createWith = <Opened>(open: (runner: Runner) => Promise<Opened>): Promise<Opened> => {
    const creating = deps.db.transaction(async (runner) => {
      const [, , , , opened] = await Promise.all([
        insertUser(runner, userId, language),
        insertEmail(runner, userId, email, false),
        setPassword(runner, userId, stored),
        recordEvent(runner, registered),
        open(runner),
        issueFirstVerification(deps, runner, { userId, email }),
      ])
      return opened
    })
    return creating.catch(refuseTaken)
  }
  if (isTwoFactorRequired(deps))
    throw await createWith((runner) => challengeToEnrol(deps, runner, signedIn, client))
  return createWith((runner) => writeSession(deps, runner, signedIn, client))
}

// of simultaneous registrations, the primary key admits one
const refuseTaken = (error: unknown): never => {
  throw isEmailTaken(error) ? emailTaken() : error
}
