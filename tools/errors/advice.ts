import type { Known, OAuthErrorCode, RefusalCode } from '../../contract/wire.ts'

/** `at`: where it occurs. `client` and `operator`: what an application, and an operator, can do about it. */
export type Advice = { at: string; client: string; operator?: string }

/** What to do about each refusal, by its code and then its status. A missing code does not compile. */
export const advice: Record<Known<RefusalCode>, Record<number, Advice>> = {
  bad_request: {
    400: {
      at: 'Everywhere.',
      client:
        'A bug in the client, such as a body that is not JSON, or has a key twice. On a page, the message says what is wrong.',
      operator:
        'If browsers keep no cookies, or an application returns to an address that is not registered, look at `PUBLIC_URL` and `OAUTH_REDIRECT_URIS`.',
    },
  },
  invalid_credentials: {
    401: {
      at: '`POST /auth/token`, `POST /auth/proof`, whatever takes a `password` along, and whatever takes the token or the code of an email.',
      client:
        'Signing in: the email address or the password is wrong, and nobody is told which, or the passkey no longer works. Refreshing: the session is over. A link or code from an email: it no longer works.',
      operator:
        'For somebody who is sure of the password: `npx sallyport explain EMAIL` tells what was wrong, or whether the account is blocked, which is answered alike.',
    },
  },
  two_factor_required: {
    403: {
      at: '`POST /auth/token`.',
      client:
        'The first factor was right, and the account has a second one. Ask for one of `methods`, a code or [a passkey](guides/sign-in-with-a-passkey.md#as-a-second-factor), and send it with the `challenge` and `grant_type` `two_factor`.',
    },
  },
  two_factor_enrolment_required: {
    403: {
      at: '`POST /auth/token`, `POST /auth/register`.',
      client:
        'The first factor was right, and every account needs a second one. Let the person [set one up](guides/turn-on-two-factor.md#require-it) with the `challenge`. After a registration, the account exists.',
      operator: '`TWO_FACTOR` and `TWO_FACTOR_FROM` say so.',
    },
  },
  email_unverified: {
    403: {
      at: '`POST /auth/token`, and every operation with an access token while its session waits for that.',
      client:
        'The password was right. Ask the person to confirm their address with the link or the code in the email.',
      operator: '`EMAIL_VERIFICATION` says so. If no email arrives, see [mail](guides/mail.md).',
    },
  },
  registration_closed: {
    403: {
      at: '`POST /auth/register`.',
      client: 'New accounts cannot be created, or not with this address. Show the `message`: it says why.',
      operator:
        '`REGISTRATION` and `REGISTRATION_DOMAINS` say so. [Invite](guides/close-registration.md) those who may come all the same.',
    },
  },
  invalid_challenge: {
    401: {
      at: '`POST /auth/token`, `POST /auth/passkeys/challenge`, `POST /auth/two-factor/reset`, `POST /auth/two-factor/enrolment`, `PATCH /auth/two-factor/enrolment`, `POST /auth/two-factor/enrolment/passkey`, `PATCH /auth/two-factor/enrolment/passkey`.',
      client:
        'The sign-in took too long, was used already, or something has ended all sessions since. Start again with the first factor.',
    },
  },
  wrong_code: {
    400: {
      at: '`PATCH /users/{id}/settings/2fa`, `PATCH /users/{id}/authenticators`, `PATCH /auth/two-factor/enrolment`.',
      client: 'The first code of a new authenticator app is wrong. Ask for the next one.',
      operator: "If it is so for many people, the machine's clock is wrong.",
    },
    401: {
      at: '`POST /auth/token`, `POST /auth/proof`, and whatever takes a second factor along.',
      client:
        'Ask for another code. `attemptsLeft` says how many tries are left. With `alreadyUsed`, the code was right but had been used: ask for the next one of the app. Never repeat the request automatically.',
      operator: "If it is so for many people, the machine's clock is wrong.",
    },
  },
  invalid_code: {
    400: {
      at: '`PATCH /users/{id}/settings/2fa`, `PATCH /users/{id}/authenticators`, `PATCH /auth/two-factor/enrolment`, `PATCH /users/{id}/identities/{provider}`.',
      client: 'Not six digits. When linking a provider: start the link again.',
    },
  },
  already_configured: {
    400: {
      at: '`POST /users/{id}/settings/2fa`, `PATCH /users/{id}/settings/2fa`.',
      client:
        'Two-factor authentication is already on. If the answer with the backup codes was lost, generate new ones.',
    },
  },
  not_started: {
    400: {
      at: '`PATCH /users/{id}/settings/2fa`, `PATCH /users/{id}/authenticators`, `PUT /users/{id}/passkeys`, `PATCH /auth/two-factor/enrolment`, `PATCH /auth/two-factor/enrolment/passkey`.',
      client: 'The setup has expired, was cancelled, or was begun in another session. Start again.',
    },
  },
  not_configured: {
    400: {
      at: '`DELETE /users/{id}/settings/2fa`, `POST /users/{id}/settings/2fa/backup-codes`, `POST /users/{id}/authenticators`, `PATCH /users/{id}/authenticators`, `POST /auth/proof`, `POST /auth/passkeys/challenge`, `DELETE /admin/users/{userId}/second-factor`.',
      client: 'Two-factor authentication is off, or the account has no passkey for this.',
    },
  },
  reauthentication_required: {
    403: {
      at: 'Whatever changes how somebody signs in, the address, or the account itself, and `POST /auth/proof`.',
      client:
        'Ask for one of `methods`, send it to `POST /auth/proof`, and repeat the request. With empty `methods`, let them sign in again.',
    },
  },
  factor_required: {
    403: {
      at: '`POST /users/{id}/authenticators`, `POST /users/{id}/passkeys`, `PATCH /users/{id}/passkeys/{passkeyId}`, `DELETE /users/{id}/passkeys/{passkeyId}`, `POST /users/{id}/settings/2fa`.',
      client:
        'Ask for one of `methods`, and send the request again with it in the body: [how](guides/turn-on-two-factor.md#send-a-second-factor-along).',
    },
  },
  identity_taken: {
    409: {
      at: '`PATCH /users/{id}/identities/{provider}`.',
      client: 'That identity belongs to another account. Offer to sign in with it.',
    },
  },
  already_linked: {
    409: {
      at: '`PATCH /users/{id}/identities/{provider}`.',
      client: 'Another identity of this provider is linked. Let the person unlink it first.',
    },
  },
  mail_over: {
    409: {
      at: '`POST /admin/mails/{mailId}/retry`.',
      client: 'Not for applications.',
      operator:
        'Let the person ask for another one: a link works once, for some time, and only the newest of its kind does.',
    },
  },
  last_way_in: {
    409: {
      at: '`DELETE /users/{id}/identities/{provider}`, `DELETE /users/{id}/passkeys/{passkeyId}`, `DELETE /users/{id}/settings/2fa`, `DELETE /admin/users/{userId}/identities/{provider}`, `DELETE /admin/users/{userId}/passkeys/{passkeyId}`.',
      client: 'Let the person set a password, link a provider or add a passkey first.',
    },
  },
  too_many_authenticators: {
    409: {
      at: '`POST /users/{id}/authenticators`, `PATCH /users/{id}/authenticators`.',
      client: 'Let the person remove an authenticator app first, or replace one.',
    },
  },
  last_authenticator: {
    409: {
      at: '`DELETE /users/{id}/authenticators/{authenticatorId}`, `DELETE /admin/users/{userId}/authenticators/{authenticatorId}`, `DELETE /admin/users/{userId}/passkeys/{passkeyId}`.',
      client: 'Offer to turn two-factor authentication off instead.',
    },
  },
  second_factor_needed: {
    409: {
      at: '`DELETE /users/{id}/settings/2fa`, `DELETE /users/{id}/authenticators/{authenticatorId}`, `PATCH /users/{id}/passkeys/{passkeyId}`, `DELETE /users/{id}/passkeys/{passkeyId}`.',
      client: 'Every account needs a second factor. Offer to add another one first, or to replace this one.',
      operator:
        '`TWO_FACTOR` says so. A lost one is removed with `npx sallyport users remove-second-factor EMAIL --reason TEXT`.',
    },
  },
  passkey_refused: {
    400: {
      at: '`PUT /users/{id}/passkeys`, `PATCH /users/{id}/passkeys/{passkeyId}`, `PATCH /auth/two-factor/enrolment/passkey`.',
      client:
        'The passkey cannot be added, or cannot sign in by itself: its device did not verify the person, or the page is not allowed to ask. Let them try another one.',
      operator: 'Pages of another origin than `PUBLIC_URL` have to be in `PASSKEY_ORIGINS`.',
    },
  },
  passkey_known: {
    409: {
      at: '`PUT /users/{id}/passkeys`, `PATCH /auth/two-factor/enrolment/passkey`.',
      client: 'The account has this passkey already. Nothing to do.',
    },
  },
  too_many_passkeys: {
    409: {
      at: '`POST /users/{id}/passkeys`, `PUT /users/{id}/passkeys`, `POST /auth/two-factor/enrolment/passkey`, `PATCH /auth/two-factor/enrolment/passkey`.',
      client: 'Let the person remove one first.',
    },
  },
  already_verified: {
    409: {
      at: '`POST /users/{id}/email/verification`.',
      client: 'The address is already confirmed. Nothing to do.',
    },
  },
  external_id_taken: {
    409: {
      at: '`PUT /admin/users/{userId}/external-id`.',
      client: 'Find the account that has it with `GET /admin/users`, by `externalId`.',
    },
  },
  cross_site: {
    403: {
      at: 'Forms of the hosted pages.',
      client: 'Link to the pages, and let the person send the form from there.',
      operator:
        'If it is so for everybody, `PUBLIC_URL` is not the address that people see: `npx sallyport doctor` compares them.',
    },
  },
  outdated_form: {
    409: {
      at: 'Forms of the hosted pages.',
      client:
        'This browser has another account, sign-in or link by now. Nothing was changed: let the person open the page again.',
    },
  },
  unauthorized: {
    401: {
      at: 'Every operation with an access token or a service key.',
      client:
        'The access token is missing, expired or revoked: refresh once, then repeat the request. With a service key, repeating is in vain.',
      operator:
        'The log says why a service key was refused, unless the key is unknown. `npx sallyport keys list` has those that there are.',
    },
  },
  insufficient_scope: {
    403: {
      at: '`POST /auth/introspect`, `POST /auth/introspect/batch`, `GET /events`, and all of `/admin`.',
      client: 'The service key is made for something else. `WWW-Authenticate` names the scope.',
      operator: 'Make a key with that scope: `npx sallyport keys add`.',
    },
  },
  cursor_expired: {
    410: {
      at: '`GET /events`, `POST /admin/webhooks/{webhookId}/replay`.',
      client:
        'Forget what you keep, and [begin again](guides/check-tokens-in-your-other-services.md#the-feed). Of a webhook, only later events can be sent again.',
    },
  },
  not_found: {
    404: {
      at: 'Everywhere.',
      client: "The path is wrong, the id is not the user's own, or this service does not offer it.",
      operator:
        'Passkeys need `PUBLIC_URL`, pages `PAGES`, providers their settings. `/admin` is at `ADMIN_LISTEN` alone, if that is set.',
    },
  },
  method_not_allowed: {
    405: { at: 'Everywhere.', client: 'A bug in the client: `Allow` lists the supported methods.' },
  },
  request_timeout: {
    408: { at: 'Everywhere.', client: 'The request took more than ten seconds to arrive. Try again.' },
  },
  payload_too_large: {
    413: {
      at: 'Everywhere.',
      client: 'A body has at most 16 KiB, and that of `POST /auth/introspect/batch` 64.',
    },
  },
  uri_too_long: {
    414: { at: 'Everywhere.', client: 'An address has at most 2 KiB, and the callback of a provider 10.' },
  },
  unsupported_media_type: {
    415: {
      at: 'Every operation with a body.',
      client: 'Send `Content-Type: application/json`, in UTF-8 and without a content encoding.',
    },
  },
  too_many_attempts: {
    429: {
      at: 'Whatever guesses at something, sends an email, computes a hash, or changes how somebody signs in.',
      client:
        'Wait as many seconds as `Retry-After` says. Keep what the person typed. An account has 60 sign-ins an hour, so keep sessions instead of signing in anew. If it goes on, offer to [set a new password by email](guides/recover-an-account.md).',
      operator:
        'If it is so for many people, the service takes them for one: [behind a proxy](guides/behind-a-proxy.md).',
    },
  },
  headers_too_large: {
    431: {
      at: 'Everywhere.',
      client: 'Headers have at most 16 KiB. Cookies of your own domain may be the cause.',
    },
  },
  internal_error: {
    500: {
      at: 'Everywhere.',
      client: 'A bug in the service. Do not repeat the request, and show the `requestId`.',
      operator: 'The log has the `requestId` as `reqId`, with the error. Report it.',
    },
  },
  unavailable: {
    503: {
      at: 'Everywhere.',
      client:
        'Wait as `Retry-After` says, and repeat. A sign-in that got no answer may be repeated, too. Nobody is signed out by it: keep the tokens.',
      operator: '[Find the cause](#causes-of-a-503) in the log.',
    },
  },
}

/** The same for the `error` that an application gets at its `redirect_uri`. */
export const failureAdvice: Record<Known<OAuthErrorCode>, Omit<Advice, 'at'>> = {
  invalid_request: {
    client: 'A bug in the application: a parameter is missing or wrong. `error_description` says which.',
  },
  access_denied: {
    client: 'The person cancelled, or may not have an account here. Show the page to sign in on again.',
    operator: 'If it should not be so, look at `REGISTRATION`, and at the log for what the provider said.',
  },
  server_error: {
    client: 'Offer another way to sign in.',
    operator: 'The log says why. Correct the client id, the secret or the permissions.',
  },
  temporarily_unavailable: {
    client: 'Offer to try again, or another way to sign in.',
    operator: 'The log says why. The service has to reach the provider.',
  },
  account_exists: {
    client:
      'The address has an account, and the provider does not vouch for it. Let the person sign in as before, and link the provider then.',
  },
  email_required: {
    client: 'The provider shared no address. Offer another way to sign in.',
    operator: 'If it is so for everybody, the log says which permission is missing.',
  },
}
