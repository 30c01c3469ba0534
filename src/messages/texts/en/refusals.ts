import type { RefusalWords } from '../refusals.ts'
import { waitText } from '../span.ts'

export const enRefusals: RefusalWords = {
  byCode: {
    bad_request: () => "We couldn't read that. Please go back and try again.",
    invalid_credentials: () => 'The email address or the password is wrong. Please check both.',
    two_factor_required: () => 'Please enter a code from your authenticator app.',
    two_factor_enrolment_required: () => 'Please set up a second factor first.',
    registration_closed: () =>
      'An account cannot be created here with this address. If you were invited, use the link in the invitation.',
    email_unverified: () => 'Please confirm your email address first, with the link we sent you.',
    invalid_challenge: () => 'This sign-in has expired. Please start again.',
    wrong_code: ({ attemptsLeft, alreadyUsed }) => {
      if (alreadyUsed) return 'This code was used already. Please wait for the next one.'
      if (attemptsLeft === undefined) return 'The code is wrong. Please try again.'
      if (attemptsLeft === 0) return 'The code is wrong. You have no attempts left. Please start again later.'
      return `The code is wrong. You have ${attemptsLeft} ${attemptsLeft === 1 ? 'attempt' : 'attempts'} left.`
    },
    invalid_code: () => 'This code is invalid or has expired. Please check it.',
    already_configured: () => 'Two-factor authentication is already on.',
    not_started: () => 'This setup has expired or was cancelled. Please start again.',
    not_configured: () => 'Two-factor authentication is off. Please turn it on first.',
    factor_required: () => 'This takes a second factor.',
    reauthentication_required: () => "Please confirm that it's you, and try again.",
    identity_taken: () => 'This sign-in is linked to another account. Please use a different one.',
    already_linked: () =>
      'You have already linked this provider. To link a different sign-in, unlink it first.',
    mail_over: () => 'This email was not given up, or is no longer of use.',
    last_way_in: () => 'This is your only way to sign in. Please set up another one first.',
    too_many_authenticators: () => 'You can have at most five authenticator apps. Please remove one first.',
    last_authenticator: () =>
      'This is your only authenticator app. To remove it, turn off two-factor authentication.',
    second_factor_needed: () =>
      'Every account needs a second factor here. To remove your last one, set up another first.',
    passkey_refused: () => 'This passkey could not be added. Please try again.',
    passkey_known: () => 'This passkey has already been added.',
    too_many_passkeys: () => 'You have 20 passkeys already. Remove one first.',
    already_verified: () => 'Your email address is already confirmed. There is nothing to do.',
    external_id_taken: () => 'Another account has this external id.',
    cross_site: () => "This form didn't come from our page. Please open the page again.",
    outdated_form: () =>
      'Somebody has since signed in to another account in this browser, or opened another link, and this page now belongs to that. Nothing was changed. To go on with the earlier one, sign in again or open its link again.',
    unauthorized: () => 'Please sign in.',
    insufficient_scope: () => "This request isn't allowed here.",
    cursor_expired: () => 'This list has moved on. Please start again.',
    not_found: () => 'There is nothing here. Please check the address.',
    method_not_allowed: () => "That isn't possible here. Please go back and try again.",
    request_timeout: () => 'That took too long to arrive. Please try again.',
    payload_too_large: () => 'That was too long. Please shorten it.',
    uri_too_long: () => 'The address of this page is too long. Please start again.',
    unsupported_media_type: () => "We couldn't read this form. Please open the page again.",
    too_many_attempts: ({ retrySeconds }) =>
      retrySeconds
        ? `Too many attempts. Please wait ${waitText(retrySeconds, 'en')} and try again.`
        : 'Too many attempts. Please wait a few minutes and try again.',
    headers_too_large: () =>
      'Your browser sent too much. Please delete the cookies of this site and try again.',
    internal_error: () => 'Something went wrong on our side. Please try again later.',
    unavailable: () => 'The service is temporarily unavailable. Please try again in a minute.',
  },
  byRule: {
    required: () => 'Please fill this in.',
    string: () => 'Please enter text.',
    object: () => "We couldn't read this form. Please open the page again.",
    regex: () => "This isn't valid. Please check it.",
    uuid: () => 'Please choose one of the entries shown.',
    enum: () => 'Please choose one of the options.',
    literal: () => 'Please choose one of the options.',
    boolean: () => 'Please choose one of the options.',
    credential: () => 'This passkey could not be read. Please try again.',
    minLength: ({ min }) => `Please use at least ${countOf(min)}.`,
    maxLength: ({ max }) => `Please use at most ${countOf(max)}.`,
    email: () => 'Please enter a valid email address, such as name@example.com.',
    array: () => 'This has to be a list.',
    wellFormed: () => "This contains characters that can't be used. Please leave them out.",
    common: () => 'This is one of the most common passwords. Please choose one that is harder to guess.',
    notSameAs: ({ otherField }) =>
      otherField === 'email'
        ? 'Your password must not be your email address. Please choose another.'
        : 'This is already your email address. Please enter a different one.',
    contextWord: () =>
      'This is too similar to your email address or the name of this service. Please choose a password that is harder to guess.',
    confirmed: () => 'The two passwords are not the same. Please enter the same one twice.',
    future: () => 'Enter a time in the future, such as 2030-01-31.',
    eventType: () => 'There is no event of this name.',
    externalId: () => 'Please use 1 to 128 letters, digits or signs.',
    'database.unique': () =>
      'This email address already has an account. Sign in, or use a different address.',
  },
}

const countOf = (characters: number) => (characters === 1 ? '1 character' : `${characters} characters`)
