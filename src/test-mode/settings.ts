import { type Config, type Environment, parseConfig } from '../config/config.ts'
import type { SettingName } from '../config/settings.ts'
import { isLoopbackHost } from '../platform/addresses.ts'
import { newSecret } from '../platform/crypto/secrets.ts'

/** What a service in test mode has of its own. */
const own: Partial<Record<SettingName, string>> = {
  DATABASE_URL: 'its database is in memory',
  DATABASE_TLS: 'its database is in memory',
  DATA_DIR: 'it writes no files',
  SECRET_KEY: 'it makes a key for itself',
  ACCEPT_LOST_KEYS: 'it makes a key for itself',
  SMTP_URL: 'its mails go nowhere; GET /test/mails has them',
  MAIL_TO_LOG: 'its mails go nowhere; GET /test/mails has them',
  HOST: 'it listens on the loopback address alone',
  ADMIN_LISTEN: 'it has one address, with /admin',
  OAUTH_PROVIDERS: 'it brings its own provider, test',
}

/** Of the provider that it brings. */
export const providerPath = '/test/provider'

export const issuerOf = ({ port }: Pick<Config, 'port'>): string => `http://localhost:${port}${providerPath}`

/**
 * The settings of a service in test mode: those of `serve` that lead nowhere else.
 * @param port to listen on
 * @throws an `Error` that lists every fault, one per line
 */
export const testConfig = (given: Environment, port: number): Config => {
  const faults = [...refused(given), ...unsafe(given)]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const address = `http://localhost:${port}`
  const publicUrl = given.PUBLIC_URL?.trim() || address
  return parseConfig({
    OAUTH_REDIRECT_URIS: 'http://localhost:0/callback,http://127.0.0.1:0/callback',
    WEBHOOK_PRIVATE_HOSTS: 'localhost,127.0.0.1',
    LOG_LEVEL: 'warn',
    ...filledIn(given),
    PUBLIC_URL: publicUrl,
    OAUTH_PROVIDERS: 'test',
    OAUTH_TEST_NAME: 'Test',
    OAUTH_TEST_ISSUER: issuerOf({ port }),
    OAUTH_TEST_CLIENT_ID: 'sallyport',
    HOST: 'localhost',
    PORT: String(port),
    SECRET_KEY: newSecret(),
  })
}

// an empty one is unset, as everywhere, and takes no default away
const filledIn = (given: Environment): Environment =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()))

const refused = (given: Environment): string[] =>
  Object.entries(own)
    .filter(([name]) => isGiven(given, name))
    .map(([name, why]) => `${name}: is refused in test mode: ${why}`)

const isGiven = (given: Environment, name: string) =>
  [name, `${name}_FILE`].some((each) => Boolean(given[each]?.trim()))

/** Nobody else's browser may be sent to it, and it must not pass for a real one. */
const unsafe = ({ PUBLIC_URL = '' }: Environment): string[] => {
  const url = URL.parse(PUBLIC_URL.trim())
  if (!PUBLIC_URL.trim() || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))) return []
  return ['PUBLIC_URL: is refused in test mode unless it is http on loopback, such as http://localhost:3000']
}
