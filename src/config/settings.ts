import { parseTrustedProxies } from '../platform/trusted-proxies.ts'
import type { Environment } from './environment.ts'
import { origin, passkeyOrigin, redirectUri, safeAddress, webAddress } from './parsers/addresses.ts'
import { brandColor } from './parsers/colors.ts'
import { databaseAddress } from './parsers/database-address.ts'
import { domain, domainOrSubdomains } from './parsers/domains.ts'
import { hostName } from './parsers/host-names.ts'
import { instant } from './parsers/instants.ts'
import { language } from './parsers/language.ts'
import { listening } from './parsers/listening.ts'
import { mailbox, mailServer, sender } from './parsers/mail.ts'
import { issuerName, shownName } from './parsers/names.ts'
import { providers } from './parsers/providers.ts'
import { secrets } from './parsers/secrets.ts'
import { trustedDays } from './parsers/trusted-days.ts'
import { folder, ifSet, integer, listOf, oneOf, onOrOff, orFrom, text } from './parsers/values.ts'

type Setting = {
  /** The name in `Config`. */
  field: string
  default: string
  /** @throws an `Error` that says what the text must be */
  parse: (text: string, environment: Environment) => unknown
  /** For docs/settings.md. */
  about: string
}

/** docs/settings.md repeats this table, and a test compares the two. */
export const settings = {
  HOST: {
    field: 'host',
    default: '127.0.0.1',
    parse: text,
    about: 'Address to listen on. `0.0.0.0` or `::` listens on all.',
  },
  PORT: {
    field: 'port',
    default: '3000',
    parse: integer(0, 65_535),
    about: 'Port to listen on. 0 picks a free one.',
  },
  ADMIN_LISTEN: {
    field: 'adminListen',
    default: '',
    parse: ifSet(listening),
    about:
      'Port, or `address:port`, for [what operators do](guides/run-it-for-people.md) under `/admin`, for [their console](guides/the-console.md), and for [metrics](guides/watch-it.md); a port alone is for this machine only. Unset: `HOST` and `PORT` serve the first, too, and there are neither a console nor metrics.',
  },
  PUBLIC_URL: {
    field: 'publicUrl',
    default: '',
    parse: ifSet(webAddress),
    about:
      'Public address of the service, used in links and emails. Required with `SMTP_URL` and `OAUTH_PROVIDERS`.',
  },
  DATABASE_URL: {
    field: 'databaseUrl',
    default: '',
    parse: ifSet(databaseAddress),
    about:
      'PostgreSQL 15 or later, `postgres://…`. Several servers, `postgres://…@one:5432,two:5432/name`, are [a primary and its standbys](guides/beyond-one-machine.md). [`sslmode`](production.md) is `disable`, or `require`, `verify-ca` and `verify-full`, which all check the certificate. Unset: an embedded database in `DATA_DIR`.',
  },
  DATABASE_TLS: {
    field: 'databaseTls',
    default: 'optional',
    parse: oneOf('off', 'optional', 'required'),
    about:
      '`required`: nothing connects to a database on another host without TLS and a check of its certificate. `optional`: the log warns of it, and [`doctor`](guides/check-it.md) fails. `off`: neither, because nobody else is on the way.',
  },
  DATA_DIR: {
    field: 'dataDir',
    default: './data',
    parse: folder,
    about: 'Folder of the embedded database, and of the key generated at its first start.',
  },
  SECRET_KEY: {
    field: 'secretKeys',
    default: '',
    parse: secrets,
    about:
      'At least 32 bytes, from which all keys are derived. To rotate, several separated by commas: the first one signs.',
  },
  ACCEPT_LOST_KEYS: {
    field: 'acceptLostKeys',
    default: 'off',
    parse: onOrOff,
    about:
      '`on`: start even though `SECRET_KEY` lacks a key that stored passwords or second factors depend on. They are lost. For a day, rows that were made without a key are accepted and sealed.',
  },
  TWO_FACTOR_ISSUER: {
    field: 'twoFactorIssuer',
    default: '',
    parse: orFrom('PRODUCT_NAME', issuerName, 'Sallyport'),
    about: 'Name that authenticator apps show next to the account. Unset: `PRODUCT_NAME`.',
  },
  TWO_FACTOR: {
    field: 'twoFactor',
    default: 'optional',
    parse: oneOf('optional', 'required'),
    about:
      '`required`: nobody signs in without a second factor, and people who have none [set one up](guides/turn-on-two-factor.md#require-it) as they sign in.',
  },
  TWO_FACTOR_FROM: {
    field: 'twoFactorFrom',
    default: '',
    parse: ifSet(instant),
    about:
      'Since when `TWO_FACTOR=required` applies: a date, from midnight UTC, or an instant such as `2027-01-31T09:00:00+01:00`. Unset: at once.',
  },
  TRUSTED_DEVICE_DAYS: {
    field: 'trustedDeviceDays',
    default: '',
    parse: trustedDays,
    about:
      'How long a second step may be skipped [on a device where it was taken](guides/turn-on-two-factor.md#trust-a-device), if its owner says so. 0: never. Unset: 30, or 0 with `TWO_FACTOR=required`.',
  },
  TRUSTED_PROXIES: {
    field: 'trustedProxies',
    default: '',
    parse: parseTrustedProxies,
    about:
      'Addresses or networks, separated by commas, whose `X-Forwarded-For` is trusted; also `loopback` and `private`. `none` if there is no proxy and clients connect from private addresses: [behind a proxy](guides/behind-a-proxy.md).',
  },
  PASSWORD_MIN_LENGTH: {
    field: 'passwordMinLength',
    default: '8',
    parse: integer(8, 128),
    about: 'Minimum length of a new password in characters.',
  },
  REFRESH_RETRY_SECONDS: {
    field: 'refreshRetrySeconds',
    default: '10',
    parse: integer(0, 300),
    about: 'How long a used refresh token still gets the same answer once its new pair is in use. 0: never.',
  },
  REGISTRATION: {
    field: 'registration',
    default: 'open',
    parse: oneOf('open', 'invited', 'closed'),
    about:
      '`open`: anyone may create an account. `invited`, `closed`: only [people you invite](guides/close-registration.md); `closed` does not mention invitations to others.',
  },
  REGISTRATION_DOMAINS: {
    field: 'registrationDomains',
    default: '',
    parse: listOf(domainOrSubdomains),
    about:
      'Domains whose email addresses may register, separated by commas: `example.com`, or `*.example.com` for its subdomains. Unset: all.',
  },
  REGISTRATIONS_PER_HOUR: {
    field: 'registrationsPerHour',
    default: '10',
    parse: integer(0, 1_000_000),
    about: 'Registrations per hour from one address. 0: no limit.',
  },
  FAILURES_PER_ADDRESS: {
    field: 'failuresPerAddress',
    default: '30',
    parse: integer(0, 1_000_000),
    about: 'Failed sign-ins per 15 minutes from one address. 0: no limit.',
  },
  SIGN_INS_PER_ADDRESS: {
    field: 'signInsPerAddress',
    default: '600',
    parse: integer(0, 1_000_000),
    about:
      'Sign-ins and proofs of identity per hour from one address. Raise it if more people than that arrive at once behind one address. 0: no limit.',
  },
  ACCESS_TOKEN_SECONDS: {
    field: 'accessTokenSeconds',
    default: '900',
    parse: integer(1, 86_400),
    about: 'Maximum lifetime of an access token. Each one lives up to 5 % less, at random.',
  },
  REFRESH_IDLE_DAYS: {
    field: 'refreshIdleDays',
    default: '14',
    parse: integer(1, 3_650),
    about: 'Lifetime of a session that is not refreshed.',
  },
  SESSION_DAYS: {
    field: 'sessionDays',
    default: '30',
    parse: integer(1, 3_650),
    about: 'Lifetime of a session, however often it is refreshed.',
  },
  CORS_ORIGINS: {
    field: 'corsOrigins',
    default: '',
    parse: listOf(origin),
    about: 'Exact origins, separated by commas, whose pages may call the service. Unset: none.',
  },
  ACCOUNT_DELETION_DAYS: {
    field: 'accountDeletionDays',
    default: '7',
    parse: integer(0, 365),
    about: 'How long signing in can still restore a closed account. 0: it is deleted at once.',
  },
  EVENTS_DAYS: {
    field: 'eventsDays',
    default: '400',
    parse: integer(0, 36_500),
    about: 'Days after which events, the record of what happened to accounts, are deleted. 0: never.',
  },
  TWO_FACTOR_RESET_HOURS: {
    field: 'twoFactorResetHours',
    default: '72',
    parse: integer(0, 8_760),
    about: 'Waiting period before a lost second factor is removed. 0: only an operator can remove one.',
  },
  PASSKEY_RP_ID: {
    field: 'passkeyRpId',
    default: '',
    parse: ifSet(domain),
    about:
      'Domain that passkeys belong to: the host of `PUBLIC_URL`, which is also the default, or a parent of it. Passkeys made for one domain do not work for another.',
  },
  PASSKEY_ORIGINS: {
    field: 'passkeyOrigins',
    default: '',
    parse: listOf(passkeyOrigin),
    about:
      'Exact origins, separated by commas, whose pages and apps may ask for passkeys, besides that of `PUBLIC_URL`.',
  },
  CHANGE_PASSWORD_URL: {
    field: 'changePasswordUrl',
    default: '',
    parse: ifSet(webAddress),
    about:
      'Page of your application where people change their password; `/.well-known/change-password` redirects there. Unset: to the page that emails a link to set a new one.',
  },
  OAUTH_PROVIDERS: {
    field: 'oauthProviders',
    default: '',
    parse: providers,
    about:
      'Providers that people can sign in with, separated by commas: `google,acme`. Each has [its own settings](guides/sign-in-with-a-provider.md).',
  },
  OAUTH_REDIRECT_URIS: {
    field: 'oauthRedirectUris',
    default: '',
    parse: listOf(redirectUri),
    about:
      'Where a sign-in with a provider, or on the hosted pages, may return to: exact addresses, separated by commas. Port 0 on loopback matches every port.',
  },
  SMTP_URL: {
    field: 'smtp',
    default: '',
    parse: ifSet(mailServer),
    about:
      'Mail server: `smtp://user:password@host:587` with STARTTLS, or `smtps://`. Unset: emails are written to `DATA_DIR/mail`.',
  },
  MAIL_FROM: {
    field: 'mailFrom',
    default: '',
    parse: sender,
    about: 'Sender of all email, `Name <name@example.com>` or just the address. Required with `SMTP_URL`.',
  },
  MAIL_TO_LOG: {
    field: 'mailToLog',
    default: 'off',
    parse: onOrOff,
    about:
      '`on`: without `SMTP_URL`, log the text of each email, including links that grant access. For development.',
  },
  EMAIL_VERIFICATION: {
    field: 'emailVerification',
    default: 'optional',
    parse: oneOf('off', 'optional', 'required'),
    about:
      '`optional`: new accounts get an email to confirm their address. `required`: nobody signs in with a password before confirming it, and other sessions open nothing else until then. `off`: no such email.',
  },
  EMAIL_SIGN_IN: {
    field: 'emailSignIn',
    default: 'off',
    parse: onOrOff,
    about:
      '`on`: people can sign in, and register, with [a code that is mailed to them](guides/sign-in-with-a-mailed-code.md), without a password. `off`: there is no such code.',
  },
  OPERATORS_EMAIL: {
    field: 'operatorsEmail',
    default: '',
    parse: ifSet(mailbox),
    about:
      'Address of the people who run the service. It gets an email when a [webhook](guides/be-told-what-happens.md) is switched off. Unset: only the log says so.',
  },
  WEBHOOK_PRIVATE_HOSTS: {
    field: 'webhookPrivateHosts',
    default: '',
    parse: listOf(hostName),
    about:
      'Hosts of your own network, separated by commas, that [webhooks](guides/be-told-what-happens.md) may lead to, as their addresses spell them: `hooks.internal,localhost`. Unset: only hosts on the public internet.',
  },
  PRODUCT_NAME: {
    field: 'productName',
    default: 'Sallyport',
    parse: shownName,
    about: 'Name of your product in emails and on pages.',
  },
  LANGUAGE: {
    field: 'language',
    default: 'en',
    parse: language,
    about: 'Language of emails to people who have not chosen one: `en`, `de`, `fr` or `es`.',
  },
  LOGO_URL: {
    field: 'logoUrl',
    default: '',
    parse: ifSet(safeAddress),
    about: 'Image at the top of emails and pages, `https://…`. Unset: `MAIL_LOGO_URL`, its former name.',
  },
  MAIL_LOGO_URL: {
    field: 'mailLogoUrl',
    default: '',
    parse: ifSet(safeAddress),
    about: 'The former name of `LOGO_URL`.',
  },
  BRAND_COLOR: {
    field: 'brandColor',
    default: '#1d4ed8',
    parse: brandColor,
    about:
      'Color of buttons on pages and in emails, `#rrggbb`. Their white text must be legible on it: a contrast of 4.5:1 (WCAG 2.2).',
  },
  HOME_URL: {
    field: 'homeUrl',
    default: '',
    parse: ifSet(safeAddress),
    about: 'Your application, `https://…`: every page links back to it. Unset: no link.',
  },
  TERMS_URL: {
    field: 'termsUrl',
    default: '',
    parse: ifSet(safeAddress),
    about: 'Your terms of use: pages link to them, and people accept them when they register. Unset: none.',
  },
  PRIVACY_URL: {
    field: 'privacyUrl',
    default: '',
    parse: ifSet(safeAddress),
    about: 'Your privacy policy, likewise. Unset: none.',
  },
  PAGES: {
    field: 'pages',
    default: 'on',
    parse: onOrOff,
    about: '`off`: no pages to sign in, register and change settings on; only those behind emailed links.',
  },
  DEVELOPER_LINKS: {
    field: 'developerLinks',
    default: '',
    parse: (text, { PUBLIC_URL = '' }) => (text ? onOrOff(text) : !/^\s*https:/i.test(PUBLIC_URL)),
    about:
      '`on`: the page at `/` links to the API reference, the changelog and the health check. Unset: on unless `PUBLIC_URL` starts with `https://`.',
  },
  LOG_LEVEL: {
    field: 'logLevel',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    about: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  },
} as const satisfies Record<string, Setting>

type Settings = typeof settings
export type SettingName = keyof Settings

/** The parsed values, by `field`. */
export type Parsed<Name extends SettingName> = {
  readonly [Each in Name as Settings[Each]['field']]: ReturnType<Settings[Each]['parse']>
}
