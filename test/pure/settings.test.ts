import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import { settings } from '../../src/config/settings.ts'
import { misspeltSettings } from '../../src/config/wrong-settings.ts'
import { providerFaults } from '../../src/credentials/identities/providers/configured.ts'
import { languages } from '../../src/platform/languages.ts'
import { startProcess } from '../support/start.ts'

test('all faults are reported together, including providers’ and misspelt ones', async () => {
  const { said, ended } = startProcess({
    PORT: 'none',
    DATABASE_URI: 'postgres://ada:p4ssw0rd@localhost/accounts',
    SMPT_URL: 'smtp://localhost',
    OAUTH_PROVIDERS: 'google,acme,github',
    OAUTH_GOOGLE_CLIENT_ID: 'a',
    OAUTH_GOOGLE_CLIENT_SECRETT: 'b',
    OAUTH_ACME_ISSUER: 'http://acme.example',
    OAUTH_GITHUB_SCOPE: 'c',
  })
  assert.equal(await ended, 1)
  const [head, ...faults] = said.stderr.trimEnd().split('\n')
  assert.equal(head, 'Invalid settings:')
  assert.deepEqual(
    faults.map((fault) => fault.trim()),
    [
      'PORT: must be a whole number, 0 to 65535',
      'PUBLIC_URL: is needed with OAUTH_PROVIDERS',
      'OAUTH_REDIRECT_URIS: is needed with OAUTH_PROVIDERS',
      'OAUTH_GOOGLE_CLIENT_SECRETT is not a setting. Did you mean CLIENT_SECRET?',
      'OAUTH_ACME_CLIENT_ID: is needed',
      'OAUTH_ACME_ISSUER: must be an https address, or http on loopback, as the provider calls itself',
      'OAUTH_GITHUB_SCOPE is not a setting. Did you mean SCOPES?',
      'OAUTH_GITHUB_CLIENT_ID: is needed',
      'OAUTH_GITHUB_CLIENT_SECRET: is needed',
      'DATABASE_URI is not a setting. Did you mean DATABASE_URL?',
      'SMPT_URL is not a setting. Did you mean SMTP_URL?',
    ],
  )
})

test('passkeys belong to the service’s host or a parent of it, and pages that request them are secure', () => {
  const faultsOf = (environment: Environment) => {
    try {
      parseConfig(environment)
      return ''
    } catch (error) {
      return String(error)
    }
  }
  const PUBLIC_URL = 'https://accounts.example.com/in'
  for (const PASSKEY_RP_ID of ['', 'accounts.example.com', 'example.com', 'EXAMPLE.com'])
    assert.equal(faultsOf({ PUBLIC_URL, PASSKEY_RP_ID }), '', PASSKEY_RP_ID)
  for (const PASSKEY_RP_ID of [
    'ample.com',
    'example.org',
    'www.accounts.example.com',
    'com',
    'https://example.com',
    '192.0.2.7',
  ])
    assert.match(faultsOf({ PUBLIC_URL, PASSKEY_RP_ID }), /PASSKEY_RP_ID: /, PASSKEY_RP_ID)
  const app = `android:apk-key-hash:${'x'.repeat(43)}`
  assert.equal(
    faultsOf({ PUBLIC_URL, PASSKEY_ORIGINS: `https://app.example.com, http://localhost:5173,${app}` }),
    '',
  )
  for (const PASSKEY_ORIGINS of [
    'http://app.example.com',
    'https://app.example.com/',
    'app.example.com',
    '*',
    `${app}x`,
  ])
    assert.match(faultsOf({ PUBLIC_URL, PASSKEY_ORIGINS }), /PASSKEY_ORIGINS: /, PASSKEY_ORIGINS)
  assert.match(
    faultsOf({ PASSKEY_ORIGINS: 'https://app.example.com' }),
    /PUBLIC_URL: is needed with PASSKEY_ORIGINS/,
  )
  assert.match(faultsOf({ PASSKEY_RP_ID: 'example.com' }), /PUBLIC_URL: is needed with PASSKEY_RP_ID/)
  assert.match(faultsOf({ PUBLIC_URL, OAUTH_PROVIDERS: 'passkey' }), /passkey cannot be a provider's name/)
})

test('two-factor is required from an instant, which means nothing without the requirement', () => {
  const TWO_FACTOR = 'required'
  const momentOf = (TWO_FACTOR_FROM: string) =>
    parseConfig({ TWO_FACTOR, TWO_FACTOR_FROM }).twoFactorFrom?.toJSON()
  assert.equal(momentOf(''), undefined)
  assert.equal(momentOf('2027-01-31'), '2027-01-31T00:00:00.000Z')
  assert.equal(momentOf('2027-01-31T09:00:00+01:00'), '2027-01-31T08:00:00.000Z')
  assert.equal(momentOf('2027-01-31T09:00:00.000Z'), '2027-01-31T09:00:00.000Z')
  assert.equal(momentOf('2028-02-29T23:59Z'), '2028-02-29T23:59:00.000Z')
  for (const text of [
    'soon',
    '2027',
    '2027-02-30',
    '2027-02-29T10:00Z',
    '2027-13-01',
    '2027-01-31T09:00',
    '2027-01-31T25:00Z',
    '31.01.2027',
    '1798675200',
  ])
    assert.throws(() => momentOf(text), /TWO_FACTOR_FROM: must be a date such as/, text)
  assert.throws(() => parseConfig({ TWO_FACTOR: 'on' }), /TWO_FACTOR: must be one of optional, required/)
  for (const without of ['', 'optional'])
    assert.throws(
      () => parseConfig({ TWO_FACTOR: without, TWO_FACTOR_FROM: '2027-01-31' }),
      /TWO_FACTOR: must be required with TWO_FACTOR_FROM/,
    )
})

test('every fault of each provider is reported, not only the first', () => {
  const given = { CLIENT_SECRET: 'no key' }
  assert.deepEqual(providerFaults([{ id: 'apple', settings: given }]), [
    'OAUTH_APPLE_CLIENT_ID: is needed',
    'OAUTH_APPLE_TEAM_ID: is needed',
    'OAUTH_APPLE_KEY_ID: is needed',
    'OAUTH_APPLE_CLIENT_SECRET: must be the private key of a .p8 file, in PEM',
  ])
})

test('a name with a slip or two is recognised as the intended setting', () => {
  const meant: Record<string, string> = {
    DATABASE_URI: 'DATABASE_URL',
    SMPT_URL: 'SMTP_URL',
    database_url: 'DATABASE_URL',
    SECRETKEY: 'SECRET_KEY',
    SECRET_KEYS: 'SECRET_KEY',
    SALLYPORT_PORT: 'PORT',
    LOGLEVEL: 'LOG_LEVEL',
    OAUTH_PROVIDER: 'OAUTH_PROVIDERS',
    PROT: 'PORT',
  }
  for (const [name, setting] of Object.entries(meant))
    assert.deepEqual(misspeltSettings({ [name]: 'x' }), [
      `${name} is not a setting. Did you mean ${setting}?`,
    ])
})

test('variables that a shell, a container or npm sets are not reported', () => {
  const names = [
    'HOSTNAME HOSTTYPE HOME PATH PWD OLDPWD MAIL MAILCHECK LOGNAME USER SHELL SHLVL TERM LANG LC_ALL TZ TMPDIR EDITOR',
    'NODE_ENV NODE_OPTIONS NODE_VERSION npm_config_user_agent npm_lifecycle_event INIT_CWD CI DEBUG PS1 _ DISPLAY',
    'PAGER MANPAGER VISUAL MAILER MAILPATH MAILRC MANPATH LINES COLUMNS PRINTER SECONDS LC_MESSAGES NLSPATH RANDOM PS4',
    'PGHOST PGPORT PGUSER PGPASSWORD POSTGRES_URL REDIS_URL KUBERNETES_PORT KUBERNETES_SERVICE_HOST SSH_AUTH_SOCK',
  ]
  const environment = Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, 'x']))
  assert.deepEqual(misspeltSettings(environment), [])
  assert.deepEqual(misspeltSettings(Object.fromEntries(Object.keys(settings).map((name) => [name, 'x']))), [])
})

test('a base address has nothing that would swallow appended paths, and ends without a slash', () => {
  for (const name of ['PUBLIC_URL', 'CHANGE_PASSWORD_URL'] as const) {
    const read = (address: string) => {
      const { publicUrl, changePasswordUrl } = parseConfig({ [name]: address })
      return name === 'PUBLIC_URL' ? publicUrl : changePasswordUrl
    }
    for (const slashes of ['', '/', '//', '///'])
      assert.equal(read(`https://example.com${slashes}`), 'https://example.com')
    assert.equal(read('https://example.com/in//'), 'https://example.com/in')
    for (const wrong of ['/?', '/#', '?', '#', '/in?', '/in#', '/?a=b', '/#a'])
      assert.throws(() => read(`https://example.com${wrong}`), new RegExp(`${name}: must be`), wrong)
    for (const wrong of [
      'https://:secret@example.com',
      'https://ada@example.com',
      'https://ada:s@example.com',
    ])
      assert.throws(() => read(wrong), new RegExp(`${name}: must be`), wrong)
  }
  for (const name of ['HOME_URL', 'OAUTH_REDIRECT_URIS'])
    assert.throws(() => parseConfig({ [name]: 'https://:secret@example.com' }), new RegExp(`${name}: `), name)
})

test('a mail server’s address is read like any other, or refused without its password', () => {
  const given = { MAIL_FROM: 'a@example.com', PUBLIC_URL: 'https://example.com' }
  const read = (SMTP_URL: string) => parseConfig({ ...given, SMTP_URL }).smtp
  for (const [address, host, port, isLoopback] of [
    ['smtp://LOCALHOST', 'localhost', 587, true],
    ['smtps://Mail.Example.COM', 'mail.example.com', 465, false],
    ['smtp://exämple.com:25', 'xn--exmple-cua.com', 25, false],
    ['smtp://mail:443', 'mail', 443, false],
    ['smtp://mail:', 'mail', 587, false],
    ['smtp://[::1]:1025', '::1', 1025, true],
  ] as const) {
    const server = read(address)
    assert.deepEqual([server?.host, server?.port, server?.isLoopback], [host, port, isLoopback], address)
  }
  const { user, password } = read('smtp://acme:p%25%40%2Fp@mail') ?? {}
  assert.deepEqual([user, password], ['acme', 'p%@/p'])
  assert.throws(() => read('smtp://mail:0'), /SMTP_URL: must have a port from 1 to 65535$/m)
  for (const wrong of [
    'u:fish%zz@h',
    'u:fish%ff@h',
    'u:fish/x@h',
    'u:fish#x@h',
    'u:fish?x@h',
    'u:1/fish@h',
    'a b',
  ])
    assert.throws(
      () => read(`smtp://${wrong}`),
      ({ message }: Error) => /SMTP_URL: must be smtp:.*%25, %2F,/.test(message) && !/fish/.test(message),
      wrong,
    )
})

test('an ambiguous database address is refused, without its password', () => {
  for (const password of ['sw#rdfish', 'sw/rdfish', '12/rdfish', '12?rdfish', '12#rdfish', 'rdfish%ff'])
    assert.throws(
      () => parseConfig({ DATABASE_URL: `postgres://ada:${password}@db.internal/accounts` }),
      ({ message }: Error) => /DATABASE_URL: must be postgres:/.test(message) && !message.includes('rdfish'),
    )
  for (const address of [
    'ada@localhost/accounts',
    '%2Fvar%2Frun/accounts',
    '/accounts?host=/run',
    '[::1]:5432/a',
    'ada:p,w@one:5432,two/a?target_session_attrs=read-write',
    '/a?host=one,two&port=5432,5433',
  ])
    assert.ok(parseConfig({ DATABASE_URL: `postgres://${address}`, SECRET_KEY: 'x'.repeat(32) }))
})

test('a driver’s time limit for each statement is refused, since it would cut migrations and back-ups short', () => {
  for (const address of ['one/a?query_timeout=60000', 'one,two/a?sslmode=require&query_timeout=1'])
    assert.throws(
      () => parseConfig({ DATABASE_URL: `postgres://ada:sw0rdfish@${address}` }),
      ({ message }: Error) =>
        /DATABASE_URL: must have no query_timeout/.test(message) && !/fish/.test(message),
    )
})

test('TLS to the database is verified or off, and nothing in between', () => {
  const read = (query: string) =>
    parseConfig({ DATABASE_URL: `postgres://ada:sw0rdfish@one,two/a?${query}`, SECRET_KEY: 'x'.repeat(32) })
      .databaseUrl
  for (const sslmode of ['require', 'verify-ca', 'verify-full'])
    assert.equal(
      read(`sslmode=${sslmode}`),
      'postgres://ada:sw0rdfish@one,two/a?sslmode=verify-full',
      sslmode,
    )
  for (const query of ['sslmode=disable', 'sslmode=no-verify', 'uselibpqcompat=true&sslmode=require', ''])
    assert.equal(read(query), `postgres://ada:sw0rdfish@one,two/a?${query}`)
  for (const sslmode of ['prefer', 'allow'])
    assert.throws(
      () => read(`application_name=x&sslmode=${sslmode}`),
      ({ message }: Error) =>
        /DATABASE_URL: must not have sslmode=prefer or allow, .* take disable, require or verify-full/.test(
          message,
        ) && !/fish/.test(message),
    )
})

test('an inconsistent list of database servers is refused, without its password', () => {
  for (const [address, why] of [
    ['one,two,three/a?port=5432,5433', 'one port, or as many as hosts: there are 3 hosts and 2 ports'],
    ['one,two/a?target_session_attrs=standby', 'read-write, primary or any as target_session_attrs'],
    ['one,tw o:x/a', 'numbers from 1 to 65535 as ports'],
    ['one,tw[o/a', 'postgres:'],
  ])
    assert.throws(
      () => parseConfig({ DATABASE_URL: `postgres://ada:sw0rdfish@${address}` }),
      ({ message }: Error) =>
        message.includes(`DATABASE_URL: must `) && message.includes(`${why}`) && !/fish/.test(message),
      address,
    )
})

test('LANGUAGE is one of ours, including desktops’ spellings, and nothing else', () => {
  for (const [given, language] of [
    ['', 'en'],
    ['de', 'de'],
    ['FR', 'fr'],
    ['es_MX:es', 'es'],
    ['pt_BR:de', 'de'],
    ['pt_BR:pt', 'en'],
    ['de_AT.UTF-8', 'de'],
    ['fr_CA.ISO-8859-1:de', 'fr'],
    ['es@euro', 'es'],
    ['sr_RS@latin:de_DE.UTF-8@euro', 'de'],
    ['pt_BR.UTF-8', 'en'],
    ['pt', 'en'],
    ['pt-BR', 'en'],
    ['C', 'en'],
    ['C.UTF-8', 'en'],
    ['POSIX', 'en'],
  ])
    assert.equal(parseConfig({ LANGUAGE: given }).language, language)
  for (const LANGUAGE of ['german', 'de,fr', 'C++', ':', '.UTF-8'])
    assert.throws(
      () => parseConfig({ LANGUAGE }),
      new RegExp(`LANGUAGE: must be one of ${languages.join(', ')}$`),
      LANGUAGE,
    )
})
