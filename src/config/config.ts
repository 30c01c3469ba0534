import { resolve } from 'node:path'
import { isLoopbackHost, parseNetworks } from '../platform/addresses.ts'
import { nearestName } from '../platform/nearest-name.ts'

/** Every setting with its default. docs/settings.md repeats this table, and a test compares the two. */
export const settings = {
  HOST: { default: '127.0.0.1', about: 'Address to listen on. `0.0.0.0` or `::` listens on all.' },
  PORT: { default: '3000', about: 'Port to listen on. 0 picks a free one.' },
  PUBLIC_URL: {
    default: '',
    about:
      'Public address of the service, used in links and emails. Required with `SMTP_URL` and `OAUTH_PROVIDERS`.',
  },
  DATABASE_URL: {
    default: '',
    about: 'PostgreSQL 15 or later, `postgres://…`. Unset: an embedded database in `DATA_DIR`.',
  },
  DATA_DIR: {
    default: './data',
    about: 'Folder of the embedded database, and of the key generated at its first start.',
  },
  SECRET_KEY: {
    default: '',
    about:
      'At least 32 bytes, from which all keys are derived. To rotate, several separated by commas: the first one signs.',
  },
  ACCEPT_LOST_KEYS: {
    default: 'off',
    about:
      '`on`: start even though `SECRET_KEY` lacks a key that stored passwords or second factors depend on. They are lost.',
  },
  TWO_FACTOR_ISSUER: {
    default: 'Sallyport',
    about: 'Name that authenticator apps show next to the account.',
  },
  TRUSTED_PROXIES: {
    default: '',
    about:
      'Addresses or networks, separated by commas, whose `X-Forwarded-For` is trusted; also `loopback` and `private`.',
  },
  PASSWORD_MIN_LENGTH: { default: '8', about: 'Minimum length of a new password in characters, 8 to 128.' },
  REFRESH_RETRY_SECONDS: {
    default: '10',
    about: 'How long a used refresh token may be sent again and gets the same answer. 0: never.',
  },
  REGISTRATIONS_PER_HOUR: { default: '10', about: 'Registrations per hour from one address. 0: no limit.' },
  FAILURES_PER_ADDRESS: {
    default: '30',
    about: 'Failed sign-ins per 15 minutes from one address. 0: no limit.',
  },
  ACCESS_TOKEN_SECONDS: {
    default: '900',
    about: 'Maximum lifetime of an access token. Each one lives up to 5 % less, at random.',
  },
  REFRESH_IDLE_DAYS: { default: '14', about: 'Lifetime of a session that is not refreshed.' },
  SESSION_DAYS: { default: '30', about: 'Lifetime of a session, however often it is refreshed.' },
  CORS_ORIGINS: {
    default: '',
    about: 'Exact origins, separated by commas, whose pages may call the service. Unset: none.',
  },
  ACCOUNT_DELETION_DAYS: {
    default: '7',
    about: 'How long signing in can still restore a closed account. 0: it is deleted at once.',
  },
  EVENTS_DAYS: {
    default: '400',
    about: 'Days after which events, the record of what happened to accounts, are deleted. 0: never.',
  },
  TWO_FACTOR_RESET_HOURS: {
    default: '72',
    about: 'Waiting period before a lost second factor is removed. 0: only an operator can remove one.',
  },
  CHANGE_PASSWORD_URL: {
    default: '',
    about:
      'Page of your application where people change their password; `/.well-known/change-password` redirects there. Unset: to the page that emails a link to set a new one.',
  },
  OAUTH_PROVIDERS: {
    default: '',
    about:
      'Providers that people can sign in with, separated by commas: `google,acme`. Each has [its own settings](guides/sign-in-with-a-provider.md).',
  },
  OAUTH_REDIRECT_URIS: {
    default: '',
    about:
      'Where such a sign-in may return to: exact addresses, separated by commas. Port 0 on loopback matches every port.',
  },
  SMTP_URL: {
    default: '',
    about:
      'Mail server: `smtp://user:password@host:587` with STARTTLS, or `smtps://`. Unset: emails are written to `DATA_DIR/mail`.',
  },
  MAIL_FROM: {
    default: '',
    about: 'Sender of all email, `Name <name@example.com>` or just the address. Required with `SMTP_URL`.',
  },
  MAIL_TO_LOG: {
    default: 'off',
    about:
      '`on`: without `SMTP_URL`, log the text of each email, including links that grant access. For development.',
  },
  EMAIL_VERIFICATION: {
    default: 'optional',
    about:
      '`optional`: new accounts get an email to confirm their address. `required`: nobody signs in with a password before confirming it. `off`: no such email.',
  },
  PRODUCT_NAME: { default: 'Sallyport', about: 'Name of your product in emails and on pages.' },
  MAIL_LOGO_URL: {
    default: '',
    about: 'Image at the top of emails and pages, `https://…`. Unset: none.',
  },
  HOME_URL: {
    default: '',
    about: 'Your application, `https://…`: every page links back to it. Unset: no link.',
  },
  LOG_LEVEL: { default: 'info', about: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.' },
} as const

export type SettingName = keyof typeof settings
export type Environment = Readonly<Record<string, string | undefined>>
export type Config = Omit<ReturnType<typeof readSettings>, 'oauthProviders'> & {
  oauthProviders: readonly ProviderSettings[]
}

/**
 * @param faultsOf what is wrong with the providers' own settings
 * @throws an `Error` that lists every fault, one per line
 */
export const parseConfig = (
  environment: Environment,
  faultsOf: (providers: readonly ProviderSettings[]) => readonly string[] = () => [],
): Config => {
  const faults: string[] = []
  const config = readSettings(reader(environment, faults))
  if (config.databaseUrl && !environment.SECRET_KEY?.trim()) {
    faults.push('SECRET_KEY: is needed with DATABASE_URL; `npx sallyport key` makes one')
  }
  if (config.oauthProviders?.length) {
    // callback addresses are built from it alone, never from a request's Host
    if (!environment.PUBLIC_URL?.trim()) faults.push('PUBLIC_URL: is needed with OAUTH_PROVIDERS')
    // over plain http a browser would not send the cookie that binds a sign-in to it
    else if (config.publicUrl && !isSafeAddress(new URL(config.publicUrl)))
      faults.push('PUBLIC_URL: must be https with OAUTH_PROVIDERS, or http on loopback')
    if (config.oauthRedirectUris?.length === 0)
      faults.push('OAUTH_REDIRECT_URIS: is needed with OAUTH_PROVIDERS')
  }
  if (config.smtp) {
    if (!environment.MAIL_FROM?.trim()) faults.push('MAIL_FROM: is needed with SMTP_URL')
    // links hold secrets and are built from it alone, never from a request's Host
    if (!environment.PUBLIC_URL?.trim()) faults.push('PUBLIC_URL: is needed with SMTP_URL')
    else if (config.publicUrl && !isSafeAddress(new URL(config.publicUrl)))
      faults.push('PUBLIC_URL: must be https with SMTP_URL, or http on loopback')
  }
  // undefined when the list itself is wrong
  const oauthProviders = (config.oauthProviders ?? []).map((id) => ({
    id,
    settings: settingsBelow(environment, id),
  }))
  faults.push(...faultsOf(oauthProviders))
  if (faults.length > 0) throw wrongSettings([...faults, ...misspeltSettings(environment)])
  return Object.freeze({ ...config, oauthProviders })
}

/** Reads the settings of the database only. @throws an `Error` that lists every fault */
export const parseDatabaseSettings = (environment: Environment) => {
  const faults: string[] = []
  const found = readDatabaseSettings(reader(environment, faults))
  if (faults.length > 0) throw wrongSettings(faults)
  return found
}

/** One line for each name that looks like a misspelt setting. */
export const misspeltSettings = (environment: Environment): string[] => {
  const known = Object.keys(settings)
  const given = Object.keys(environment).filter((name) => environment[name]?.trim() && !known.includes(name))
  return given.flatMap((name) => {
    const nearest = nearestName(name, known)
    return nearest ? [`${name} is not a setting. Did you mean ${nearest}?`] : []
  })
}

const reader =
  (environment: Environment, faults: string[]): Read =>
  (name, parse) => {
    const text = environment[name]?.trim() || settings[name].default
    try {
      return parse(text)
    } catch (fault) {
      faults.push(`${name}: ${(fault as Error).message}`)
      return undefined as never
    }
  }

export const wrongSettings = (faults: readonly string[]): Error =>
  new Error(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)

/** One provider of `OAUTH_PROVIDERS` and its own settings: `OAUTH_ACME_CLIENT_ID` is `CLIENT_ID` of `acme`. */
export type ProviderSettings = { id: string; settings: Readonly<Record<string, string>> }

const settingsBelow = (environment: Environment, id: string) => {
  const prefix = `OAUTH_${id.toUpperCase()}_`
  const given = Object.entries(environment).filter(([name, text]) => name.startsWith(prefix) && text?.trim())
  return Object.fromEntries(given.map(([name, text]) => [name.slice(prefix.length), String(text).trim()]))
}

type Read = <Value>(name: SettingName, parse: (text: string) => Value) => Value

const readDatabaseSettings = (read: Read) => ({
  databaseUrl: read('DATABASE_URL', optional(databaseAddress)),
  dataDir: read('DATA_DIR', (text) => resolve(text)),
})

const readSettings = (read: Read) => ({
  ...readDatabaseSettings(read),
  host: read('HOST', (text) => text),
  port: read('PORT', integer(0, 65_535)),
  publicUrl: read('PUBLIC_URL', optional(webAddress)),
  secretKeys: read('SECRET_KEY', secrets),
  acceptLostKeys: read('ACCEPT_LOST_KEYS', oneOf('off', 'on')) === 'on',
  twoFactorIssuer: read('TWO_FACTOR_ISSUER', issuerName),
  trustedProxies: read('TRUSTED_PROXIES', parseNetworks),
  passwordMinLength: read('PASSWORD_MIN_LENGTH', integer(8, 128)),
  refreshRetrySeconds: read('REFRESH_RETRY_SECONDS', integer(0, 300)),
  registrationsPerHour: read('REGISTRATIONS_PER_HOUR', integer(0, 1_000_000)),
  failuresPerAddress: read('FAILURES_PER_ADDRESS', integer(0, 1_000_000)),
  accessTokenSeconds: read('ACCESS_TOKEN_SECONDS', integer(1, 86_400)),
  refreshIdleDays: read('REFRESH_IDLE_DAYS', integer(1, 3_650)),
  sessionDays: read('SESSION_DAYS', integer(1, 3_650)),
  corsOrigins: read('CORS_ORIGINS', (text) => listed(text).map(origin)),
  accountDeletionDays: read('ACCOUNT_DELETION_DAYS', integer(0, 365)),
  eventsDays: read('EVENTS_DAYS', integer(0, 36_500)),
  twoFactorResetHours: read('TWO_FACTOR_RESET_HOURS', integer(0, 8_760)),
  changePasswordUrl: read('CHANGE_PASSWORD_URL', optional(webAddress)),
  oauthProviders: read('OAUTH_PROVIDERS', providerIds),
  oauthRedirectUris: read('OAUTH_REDIRECT_URIS', (text) => listed(text).map(redirectUri)),
  smtp: read('SMTP_URL', optional(mailServer)),
  mailFrom: read('MAIL_FROM', optional(sender)) ?? { name: '', address: 'sallyport@localhost' },
  mailToLog: read('MAIL_TO_LOG', oneOf('off', 'on')) === 'on',
  emailVerification: read('EMAIL_VERIFICATION', oneOf('off', 'optional', 'required')),
  productName: read('PRODUCT_NAME', shownName),
  mailLogoUrl: read('MAIL_LOGO_URL', optional(safeAddress)),
  homeUrl: read('HOME_URL', optional(safeAddress)),
  logLevel: read('LOG_LEVEL', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
})

const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text)
  if (!/^[0-9]+$/.test(text) || value < min || value > max)
    throw new Error(`must be a whole number, ${min} to ${max}`)
  return value
}

const optional =
  <Value>(parse: (text: string) => Value) =>
  (text: string) =>
    text === '' ? undefined : parse(text)

const webAddress = (text: string) => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error('must be an http or https address without a query')
  }
  return url.href.replace(/\/$/, '')
}

const databaseAddress = (text: string) => {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error('must begin with postgres://')
  const url = URL.parse(text.replace('@/', '@localhost/'))
  // an unescaped `/` in the password ends the host early, and errors about the host would reveal the rest
  if (!url || `${url.pathname}${url.search}${url.hash}`.includes('@') || !isDecodable(text))
    throw new Error(
      'must be postgres://user:password@host:port/name; in the password %25, %2F, %3A, %3F, %23 and %40 stand for % / : ? # @',
    )
  return text
}

// the driver accepts a stray %, but fails on bytes that are not UTF-8
const isDecodable = (text: string) => {
  try {
    return /%(?![0-9a-f]{2})/i.test(text) || decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

const secrets = (text: string) => {
  const keys = listed(text)
  if (keys.some((key) => Buffer.byteLength(key) < 32))
    throw new Error('must have 32 bytes or more; `npx sallyport key` makes one')
  if (new Set(keys).size !== keys.length) throw new Error('names the same key twice')
  return keys
}

const origin = (text: string) => {
  if (URL.parse(text)?.origin !== text)
    throw new Error(`${text} is not an origin such as https://app.example.com`)
  return text
}

const providerIds = (text: string) => {
  const ids = listed(text)
  const wrong = ids.find((id) => !/^[a-z][a-z0-9]{0,31}$/.test(id) || otherMethods.includes(id))
  if (wrong !== undefined)
    throw new Error(`${wrong} cannot be a provider's name: lower-case letters and digits, a letter first`)
  if (new Set(ids).size !== ids.length) throw new Error('names the same provider twice')
  return ids
}

// a session's `methods` names the provider beside these
const otherMethods = ['password', 'totp']

/** RFC 8252 §7: a page, an app's own scheme (which has a dot), or a loopback port. */
const redirectUri = (text: string) => {
  const url = URL.parse(text)
  const isOfAnApp = /^[a-z][a-z0-9+-]*\.[a-z0-9+.-]+:$/.test(url?.protocol ?? '')
  if (!url || !(isSafeAddress(url) || isOfAnApp) || url.username || text.includes('#'))
    throw new Error(
      `${text} must be https, http on loopback, or a scheme with a dot, without a user name or fragment`,
    )
  return text
}

const mailServer = (text: string) => {
  const url = URL.parse(text)
  const isWhole = url?.hostname && /^\/?$/.test(url.pathname) && !url.search && !url.hash
  if (!url || !isWhole || !/^smtps?:$/.test(url.protocol))
    throw new Error('must be smtp:// or smtps://, with a host and nothing behind it')
  const isTlsFirst = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTlsFirst ? 465 : 587),
    isTlsFirst,
    isLoopback: isLoopbackHost(url.hostname),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

const sender = (text: string) => {
  const [, name = '', address] =
    /^(?:([^<>"@\p{C}]*?) *<)?([A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>?$/u.exec(text) ?? []
  if (!address || text.includes('<') !== text.endsWith('>'))
    throw new Error('must be name@example.com or Name <name@example.com>')
  return { name, address }
}

const shownName = (text: string) => {
  if (/\p{C}/u.test(text) || text.length > 64)
    throw new Error('must have at most 64 characters, all of them visible')
  return text
}

const safeAddress = (text: string) => {
  const url = URL.parse(text)
  if (!url || !isSafeAddress(url) || url.username) throw new Error('must be https, or http on loopback')
  return url.href
}

const isSafeAddress = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))

// the Key URI format splits issuer and account at the first colon, encoded or not
const issuerName = (text: string) => {
  if (text.includes(':') || text.length > 64) throw new Error('must have no colon and at most 64 characters')
  return text
}

const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (text: string) => {
    const choice = choices.find((candidate) => candidate === text)
    if (!choice) throw new Error(`must be one of ${choices.join(', ')}`)
    return choice
  }

const listed = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
