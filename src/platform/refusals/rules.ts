import type { Known, OAuthErrorCode, RefusalCode } from '#contract/wire.ts'
import { type LimitName, limitNames } from '../metrics/limit-names.ts'

type Joined<Name extends string, Gap extends string> = Name extends `${infer Before}${Gap}${infer After}`
  ? `${Before}_${Joined<After, Gap>}`
  : Name

export type LimitRule = `limit.${Joined<Joined<LimitName, ' '>, '-'> | 'streams'}`

export const limitRuleOf = (name: LimitName): LimitRule =>
  `limit.${name.replaceAll(/[ -]/g, '_')}` as LimitRule

/** What may refuse a request, by the code that clients get. The first is meant where a refusal names none. */
export const refusalRules = {
  bad_request: ['request.malformed', 'redirect.unknown', 'cookie.not_kept', 'browser_sign_in.lost'],
  invalid_credentials: [
    'password.wrong',
    'password.none',
    'account.unknown',
    'account.blocked',
    'passkey.wrong',
    'passkey.replayed',
    'link.dead',
    'link.elsewhere',
    'oauth_code.dead',
    'oauth_code.replayed',
    'refresh_token.dead',
    'refresh_token.reused',
    'sign_in.overtaken',
  ],
  two_factor_required: ['second_factor.required'],
  two_factor_enrolment_required: ['second_factor.missing'],
  email_unverified: ['address.unconfirmed'],
  registration_closed: ['registration.closed', 'registration.invited', 'registration.domain'],
  invalid_challenge: ['challenge.dead', 'challenge.overtaken'],
  wrong_code: ['second_factor.wrong', 'second_factor.used', 'setup.wrong_code'],
  invalid_code: ['code.malformed', 'provider_link.dead'],
  already_configured: ['second_factor.on'],
  not_started: ['setup.expired'],
  not_configured: ['second_factor.off'],
  reauthentication_required: ['proof.too_old'],
  factor_required: ['second_factor.not_sent'],
  identity_taken: ['identity.of_another'],
  already_linked: ['identity.linked'],
  last_way_in: ['way_in.last'],
  too_many_authenticators: ['authenticators.most'],
  last_authenticator: ['authenticator.last'],
  second_factor_needed: ['second_factor.policy'],
  passkey_refused: ['passkey.unusable', 'passkey.second_factor_only'],
  passkey_known: ['passkey.known'],
  too_many_passkeys: ['passkeys.most'],
  already_verified: ['address.confirmed'],
  external_id_taken: ['external_id.of_another'],
  cross_site: ['form.cross_site'],
  outdated_form: ['form.outdated', 'link.forgotten'],
  unauthorized: ['token.dead', 'service_key.dead'],
  insufficient_scope: ['service_key.scope', 'console.not_granted'],
  mail_over: ['mail.over'],
  cursor_expired: ['cursor.expired'],
  not_found: ['path.unknown'],
  method_not_allowed: ['method.unknown'],
  request_timeout: ['request.slow'],
  payload_too_large: ['request.large'],
  uri_too_long: ['request.long_address'],
  unsupported_media_type: ['request.media_type'],
  too_many_attempts: ['limit.streams' as LimitRule, ...limitNames.map(limitRuleOf)],
  headers_too_large: ['request.headers'],
  internal_error: ['service.fault'],
  unavailable: ['service.busy'],
} as const satisfies Record<Known<RefusalCode>, readonly [string, ...string[]]>

/** The same for sign-ins with a provider, by the code that the application gets. */
export const signInRules = {
  invalid_request: ['request.malformed'],
  access_denied: ['provider.denied', 'registration.closed', 'registration.invited', 'registration.domain'],
  server_error: ['provider.untrusted'],
  temporarily_unavailable: ['provider.away'],
  account_exists: ['provider.address_unproven', 'provider.account_blocked', 'provider.other_identity'],
  email_required: ['provider.no_address'],
} as const satisfies Record<Known<OAuthErrorCode>, readonly [string, ...string[]]>

export type RefusedCode = keyof typeof refusalRules
export type RuleOf<Code extends RefusedCode> = (typeof refusalRules)[Code][number]

type SignInCode = keyof typeof signInRules
export type SignInRuleOf<Code extends SignInCode> = (typeof signInRules)[Code][number]

/** Of a form, what was wrong with a field. */
type FieldsRule = 'field.wrong'

/** Everything that may refuse a person's request. */
export type RefusalRule = RuleOf<RefusedCode> | SignInRuleOf<SignInCode> | FieldsRule

export const everyRule: readonly RefusalRule[] = [
  ...new Set([
    ...Object.values(refusalRules).flat(),
    ...Object.values(signInRules).flat(),
    'field.wrong',
  ] as const),
]
