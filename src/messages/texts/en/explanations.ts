import type { ExplanationWords } from '../explanations.ts'

export const enExplanations: ExplanationWords = {
  byRule: {
    'request.malformed': () => 'The request could not be read: the program that sent it has a fault.',
    'redirect.unknown': () =>
      'The application asked to return to an address that OAUTH_REDIRECT_URIS does not list.',
    'cookie.not_kept': () =>
      'The browser did not keep the cookie of the page: it blocks cookies, or the page was opened at another address than PUBLIC_URL.',
    'browser_sign_in.lost': () =>
      'The sign-in with a provider was too old, was used already, or was started in another browser. Starting again helps.',
    'password.wrong': ({ left, isKnownPlace }) =>
      `The password was wrong, ${isKnownPlace ? 'from where the person signed in lately' : 'from an unknown place'}.${left === undefined ? '' : ` Tries left before a wait: ${left}.`}`,
    'password.none': () =>
      'The account has no password. Its owner signs in another way, or sets a password by email.',
    'account.unknown': () => 'No account has the address that was typed.',
    'account.blocked': () => 'The account is blocked, whatever password is typed. Unblocking it lifts this.',
    'passkey.wrong': () =>
      'The passkey is not one of this account, its answer came too late, or it did not verify the person.',
    'passkey.replayed': () =>
      'The answer of the passkey had been used before, or there is a copy of the passkey.',
    'link.dead': () =>
      'The emailed link or code was used already, has expired, or was replaced by a newer one. A new email lifts this.',
    'link.elsewhere': () =>
      'The page behind an emailed link was opened where the link is not known. Opening it from the email helps.',
    'oauth_code.dead': () =>
      'The one-time code of the application was used already, has expired, or came with another verifier.',
    'oauth_code.replayed': () =>
      'A one-time code was sent again after it had opened a session. That session was ended, in case the code was stolen.',
    'refresh_token.dead': () =>
      'The session of this refresh token has ended or expired. Signing in again lifts this.',
    'refresh_token.reused': () =>
      'A refresh token that had been replaced was sent again. Its session was ended, in case the token was stolen.',
    'sign_in.overtaken': () =>
      'During the sign-in all sessions were ended, or the account was blocked or deleted. Signing in again helps.',
    'second_factor.required': ({ methods }) =>
      `The first factor was right. A second one was then asked for: ${methods}.`,
    'second_factor.missing': ({ methods }) =>
      `The first factor was right. TWO_FACTOR demands a second one, which has to be set up first: ${methods}.`,
    'address.unconfirmed': () =>
      'The address is not confirmed, and EMAIL_VERIFICATION demands that. The emailed link lifts this, or an operator who confirms the address.',
    'registration.closed': () => 'Nobody can register: REGISTRATION is closed. An invitation lifts this.',
    'registration.invited': () =>
      'Only invited people can register: REGISTRATION is invited. An invitation lifts this.',
    'registration.domain': () => 'The domain of the address is not among REGISTRATION_DOMAINS.',
    'challenge.dead': () =>
      'The sign-in had expired, had used up its tries, or was complete already. Signing in again helps.',
    'challenge.overtaken': () =>
      'During the sign-in all sessions were ended, or another answer was faster. Signing in again helps.',
    'second_factor.wrong': ({ left }) =>
      `The code of the second factor was wrong.${left === undefined ? '' : ` Tries left: ${left}.`}`,
    'second_factor.used': () =>
      "The code was right and had been used already. The app's next one lifts this.",
    'setup.wrong_code': () =>
      'The code does not belong to the app that is being set up, or the clock of the device is wrong.',
    'code.malformed': () => 'What was typed is no code of six digits.',
    'provider_link.dead': () =>
      'The code that links a provider was used already, has expired, or belongs to another session.',
    'second_factor.on': () => 'Two-factor authentication is already on.',
    'setup.expired': () => 'No setup was in progress any more: it had expired, or sessions were ended.',
    'second_factor.off': () => 'Two-factor authentication is off.',
    'proof.too_old': ({ methods }) =>
      `The last proof of identity is too old for this. A new one lifts it${methods === '' ? '' : `: ${methods}`}.`,
    'second_factor.not_sent': ({ methods }) => `This takes a second factor in the same request: ${methods}.`,
    'identity.of_another': () => 'This identity is linked to another account. Unlinking it there lifts this.',
    'identity.linked': () => 'Another identity of this provider is linked. Unlinking it lifts this.',
    'way_in.last': () => 'It is the only way to sign in to the account. Setting up another lifts this.',
    'authenticators.most': () =>
      'The account has as many authenticator apps as it can have. Removing one lifts this.',
    'authenticator.last': () => 'It is the last second factor, which goes by turning two-factor off.',
    'second_factor.policy': () =>
      'TWO_FACTOR demands a second factor of every account. Setting up another lifts this.',
    'passkey.unusable': () =>
      'What the browser sent is no passkey that can be used here, or it was made for another page.',
    'passkey.second_factor_only': () => 'This passkey cannot sign in, and would be good for nothing.',
    'passkey.known': () => 'This passkey has been added already.',
    'passkeys.most': () => 'The account has as many passkeys as it can have. Removing one lifts this.',
    'address.confirmed': () => 'The address is already confirmed.',
    'external_id.of_another': () => 'Another account has this external id.',
    'form.cross_site': () => 'The form was sent from the page of another site, or by a program.',
    'form.outdated': () =>
      'The form was opened for another account, sign-in or link than the browser has now. Opening the page again helps.',
    'link.forgotten': () =>
      'The form of an emailed link was opened too long ago, or for another link. Opening the link again helps.',
    'token.dead': () =>
      'There was no valid access token: it had expired, its session has ended, or it never was one.',
    'service_key.dead': () =>
      'There was no valid service key: it has expired, was revoked, or came from an address that is not its own.',
    'console.not_granted': () =>
      'The console is for operators with a second factor, and for what they were granted: npx sallyport operators add lifts this.',
    'service_key.scope': ({ scope }) => `The service key lacks the scope ${scope}.`,
    'mail.over': () =>
      'The email was not given up, or its link no longer works. Whatever sent it can be asked for again.',
    'cursor.expired': () => 'What came after this cursor is no longer kept.',
    'path.unknown': () => 'There is nothing at this address, or nothing that is theirs.',
    'method.unknown': () => 'This address does not support the method.',
    'request.slow': () => 'The request did not arrive in time.',
    'request.large': () => 'The body of the request was too large.',
    'request.long_address': () => 'The address of the request was too long.',
    'request.media_type': () => 'The body of the request was of another type than this operation takes.',
    'request.headers': () => 'The headers of the request were too large.',
    'service.fault': () => 'The service has a fault. The log has it, under the same request id.',
    'service.busy': () =>
      'The service was busy, or the database was away. The log and the metrics say which; trying again helps.',
    'provider.denied': () => 'The person cancelled at the provider, or the provider refused.',
    'provider.untrusted': () =>
      'The answer of the provider could not be trusted. The log says why, at the same time.',
    'provider.away': () => 'The provider could not be reached. Trying again helps.',
    'provider.address_unproven': () =>
      'The address has an account, and the provider has not verified it. Signing in to the account and linking the provider there lifts this.',
    'provider.account_blocked': () =>
      'The account with this address is blocked, and nothing is linked to it. Unblocking it lifts this.',
    'provider.other_identity': () =>
      'The account with this address has another identity of the provider. Unlinking that lifts this.',
    'provider.no_address': () => 'The provider shared no address that can be used.',
    'field.wrong': ({ field, fault }) => `A field was refused (${field === '' ? 'body' : field}): ${fault}`,
    'limit.password': ({ tries, isKnownPlace }) =>
      `Wrong passwords ${isKnownPlace ? 'from where the person signed in lately' : 'from unknown places'}: ${tries}. Until the wait is over, none is looked at.`,
    'limit.second_factor': ({ tries }) =>
      `Wrong codes of the second factor: ${tries}. Until the wait is over, none is looked at.`,
    'limit.enrolment': ({ tries }) => `Wrong codes while an app is being set up: ${tries}.`,
    'limit.mailed_code': ({ tries }) => `Wrong emailed codes for the address: ${tries}.`,
    'limit.exports': ({ free, span }) => `More than ${free} exports within ${span}.`,
    'limit.resets': ({ free, span }) =>
      `More than ${free} requests for a new password from one client address within ${span}.`,
    'limit.sign_in_codes': ({ free, span }) =>
      `More than ${free} requests for a code by email from one client address within ${span}.`,
    'limit.failures': ({ free, span }) =>
      `More than ${free} failures from one client address within ${span}: FAILURES_PER_ADDRESS. Perhaps many people share it.`,
    'limit.sign_ins': ({ free, span }) =>
      `More than ${free} sign-ins within ${span}, of the account or from one client address.`,
    'limit.registrations': ({ free, span }) =>
      `More than ${free} registrations from one client address within ${span}: REGISTRATIONS_PER_HOUR.`,
    'limit.service_key_failures': ({ free, span }) =>
      `More than ${free} wrong service keys from one client address within ${span}.`,
    'limit.acts': ({ free, span }) => `More than ${free} changes by one service key within ${span}.`,
    'limit.factor_removals': ({ free, span }) =>
      `More than ${free} second factors removed by one service key within ${span}.`,
    'limit.provider_sign_ins': ({ free, span }) =>
      `More than ${free} sign-ins with a provider from one client address within ${span}.`,
    'limit.streams': () => 'Too many streams of events are open with one service key.',
    'limit.mails': ({ free, span }) => `More than ${free} emails of this kind within ${span}.`,
    'limit.changes': ({ free, span }) => `More than ${free} changes of this kind within ${span}.`,
  },
  next: (time) => `The next try is possible at ${time}.`,
  shut: (cap) =>
    `After ${cap} in a row, no waiting lifts it: only a new password by email, or an operator who ends the waits.`,
  elsewhere: (network, time) =>
    `From ${network}, where this person signed in at ${time}, it would have been looked at.`,
}
