import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Environment } from '../../src/config/config.ts'
import { newCertificate, trustCertificates } from '../support/certificate.ts'
import { assertFound, examine } from '../support/examine.ts'
import { freePort } from '../support/free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startProvider } from '../support/provider.ts'
import { type Forwarding, startReverseProxy } from '../support/reverse-proxy.ts'
import { startTestService, testSecretKey } from '../support/service.ts'
import { startSilence } from '../support/silence.ts'

/** An address of this machine that does not look like one. */
const elsewhere = '0.0.0.0'
const [ofMail, ofProxy, untrusted] = [
  newCertificate(elsewhere),
  newCertificate('127.0.0.1'),
  newCertificate(elsewhere),
]
/** Trusted, for another week. */
const ending = newCertificate('127.0.0.1', 7)
trustCertificates(ofMail, ofProxy, ending)

const startMail = (certificate = ofMail) =>
  startMailServer({
    ...certificate,
    disabledCommands: [],
    authOptional: false,
    onAuth: ({ username, password }, _session, answer) =>
      answer(password === 'r1ght' ? null : new Error(`${password} is wrong`), { user: username }),
  })

const proxy = await startReverseProxy('appends', ofProxy)
const mail = await startMail()
const provider = await startProvider({
  redirectUris: [`${proxy.address}/auth/oauth/acme/callback`],
  clientSecret: 'hush',
})
const [port, adminPort] = [String(await freePort()), String(await freePort())]
const service = await startTestService({
  PORT: port,
  ADMIN_LISTEN: adminPort,
  PUBLIC_URL: proxy.address,
  TRUSTED_PROXIES: 'loopback',
  SMTP_URL: `smtp://ann:r1ght@${elsewhere}:${mail.port}`,
  MAIL_FROM: 'accounts@acme.example',
  OAUTH_PROVIDERS: 'acme',
  OAUTH_REDIRECT_URIS: 'https://app.example.com/signed-in',
  OAUTH_ACME_NAME: 'Acme',
  OAUTH_ACME_ISSUER: provider.issuer,
  OAUTH_ACME_CLIENT_ID: 'sallyport',
  OAUTH_ACME_CLIENT_SECRET: 'hush',
})
proxy.to = service.address

/** What is found where these settings differ. */
const examineWith = (settings: Environment) => {
  // the clock of the tests stands still, and an inquiry is good for a minute
  service.clock.nowMs = Date.now()
  return examine({ ...service.environment, ...settings })
}

test('a correct setup has no findings, and no email and no token is sent', async () => {
  const findings = await examineWith({})
  assert.deepEqual(
    findings.filter(({ status }) => status !== 'ok'),
    [],
  )
  const told = (name: string) => findings.find((finding) => finding.name === name)?.message ?? ''
  assert.match(told('mail'), /would take emails, and knows our password/)
  assert.ok(told('provider-acme').endsWith(`${proxy.address}/auth/oauth/acme/callback`))
  assert.match(told('service'), /and is ready/)
  assert.match(told('public-url'), /leads here/)
  assert.match(told('proxy'), /at 127\.0\.0\.1 is trusted, and says that we are 127\.0\.0\.1/)
  assert.match(told('admin-listen'), /listener of their own/)
  assert.deepEqual([mail.received, provider.tokens], [[], []])
  for (const secret of ['r1ght', 'hush', testSecretKey])
    assert.ok(!findings.some(({ message }) => message.includes(secret)), secret)
})

test('an unusable mail server is named, with the reason, and without the password', async () => {
  const silent = await startSilence()
  const [open, secure] = [await startMailServer(), await startMail(untrusted)]
  const noPasswords = await startMailServer({ ...ofMail, disabledCommands: ['AUTH'] })
  for (const [url, why, remedy] of [
    [`smtp://ann:r1ght@${elsewhere}:9`, /refuses connections/, /host and port in SMTP_URL/],
    [`smtp://ann:r1ght@nowhere.invalid`, /is not a known name/, /host in SMTP_URL/],
    [`smtp://${elsewhere}:${open.port}`, /offers no TLS/, /smtps:/],
    [`smtps://${elsewhere}:${open.port}`, /does not speak TLS first/, /smtp:/],
    [
      `smtp://${elsewhere}:${secure.port}`,
      /a certificate that is not valid or not trusted/,
      /NODE_EXTRA_CA_CERTS/,
    ],
    [`smtp://ann:wr0ng@${elsewhere}:${mail.port}`, /refuses our user name and password/, /SMTP_URL/],
    [
      `smtp://ann:wr0ng@${elsewhere}:${noPasswords.port}`,
      /refuses our user name and password/,
      /leave them out/,
    ],
    [`smtp://ann:r1ght@${elsewhere}:${silent.port}`, /does not greet us/, /465/],
  ] as const) {
    const findings = await examineWith({ SMTP_URL: url })
    assertFound(findings, 'mail', 'fail', why, remedy)
    assert.doesNotMatch(JSON.stringify(findings), /wr0ng/)
  }
  const unset = await examineWith({
    SMTP_URL: '',
    PUBLIC_URL: 'https://accounts.invalid',
    OAUTH_PROVIDERS: '',
  })
  assertFound(unset, 'mail', 'warn', /sent to nobody/, /SMTP_URL/)
  assertFound(unset, 'public-url', 'fail', /accounts\.invalid is not a known name|DNS/, /DNS|name servers/)
})

test('an unusable provider is named, as is a callback address that it does not know', async () => {
  const fault = async (why: RegExp, remedy: RegExp, settings: Environment = {}) =>
    assertFound(await examineWith(settings), 'provider-acme', 'fail', why, remedy)
  provider.faults.metadata = (metadata) => ({ ...metadata, issuer: 'https://login.example.com' })
  await fault(/Acme cannot be asked .*issuer/, /OAUTH_ACME_ISSUER/)
  provider.faults = {
    answer: (request, response) => {
      if (!request.url?.includes('well-known')) return false
      response.writeHead(404).end()
      return true
    },
  }
  await fault(/Acme cannot be asked .*status/, /OAUTH_ACME_ISSUER/)
  provider.faults = {}
  await fault(/is away/, /this machine reaches it/, { OAUTH_ACME_ISSUER: 'http://127.0.0.1:9' })
  await fault(/refuses a sign-in/, /OAUTH_ACME_CLIENT_ID/, { OAUTH_ACME_CLIENT_ID: 'another' })
  provider.faults = {
    answer: (request, response) => {
      if (!request.url?.startsWith('/auth')) return false
      response.writeHead(302, { location: 'https://login.example.com/oauth/error' }).end()
      return true
    },
  }
  await fault(/refuses a sign-in/, /OAUTH_ACME_CLIENT_ID/)
  provider.faults = {}
  const PUBLIC_URL = 'https://127.0.0.1:9'
  await fault(/refuses a sign-in/, /register .*https:\/\/127\.0\.0\.1:9\/auth\/oauth\/acme\/callback/, {
    PUBLIC_URL,
  })
})

test('a public address that leads elsewhere is named', async () => {
  const stranger = createServer((request, response) =>
    request.url?.startsWith('/moved')
      ? response.writeHead(301, { location: 'https://example.com/' }).end()
      : request.url?.startsWith('/pretends')
        ? response.end(JSON.stringify({ status: 'ok', caller: { address: '127.0.0.1', proof: 'x' } }))
        : response.writeHead(404).end('<h1>Nothing here</h1>'),
  )
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  after(() => stranger.close())
  const strange = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  const badlyCertified = await startReverseProxy('appends', untrusted)
  badlyCertified.to = service.address
  const silent = await startSilence()
  const other = await startTestService({ SECRET_KEY: 'x'.repeat(32) })
  for (const [PUBLIC_URL, why, remedy] of [
    [strange, /leads to something else: it answers \/health\/live with 404/, /Correct PUBLIC_URL/],
    [`${strange}/moved`, /redirects to https:\/\/example\.com/, /where people end up/],
    [`${strange}/pretends`, /does not show this installation's key/, /same SECRET_KEY/],
    [other.address, /does not show this installation's key/, /same SECRET_KEY/],
    ['http://127.0.0.1:9', /nothing listens at 127\.0\.0\.1:9/, /Start/],
    [`http://127.0.0.1:${silent.port}`, /does not answer/, /firewalls/],
    [service.address.replace('http:', 'https:'), /does not speak TLS\.$/, /http:/],
    [badlyCertified.address, /the certificate of .* is (not trusted|for another name)/, /./],
  ] as const)
    assertFound(await examineWith({ PUBLIC_URL, OAUTH_PROVIDERS: '' }), 'public-url', 'fail', why, remedy)
  const expiring = await startReverseProxy('appends', ending)
  expiring.to = service.address
  const soon = await examineWith({ PUBLIC_URL: expiring.address, OAUTH_PROVIDERS: '' })
  assertFound(soon, 'public-url', 'warn', /expires in 6 days/, /Renew/)
  const plain = await examineWith({
    PUBLIC_URL: `http://${elsewhere}:${port}`,
    SMTP_URL: '',
    OAUTH_PROVIDERS: '',
  })
  assertFound(plain, 'public-url', 'fail', /sends passwords in the clear/, /https/)
  const open = await examineWith({ PUBLIC_URL: '', SMTP_URL: '', OAUTH_PROVIDERS: '', HOST: elsewhere })
  assertFound(open, 'public-url', 'warn', /is not set/, /address that people use/)
})

test('a public address that cannot be checked without a key is skipped, not blamed', async () => {
  for (const SECRET_KEY of ['short', '']) {
    const findings = await examineWith({ SECRET_KEY })
    const told = findings.find(
      ({ name, message }) => name === 'left-out' && /public-url, proxy/.test(message),
    )
    assert.match(told?.message ?? '', /not checked without (right settings|a key)\.$/)
    assert.ok(!findings.some(({ name }) => name === 'public-url' || name === 'proxy'))
  }
})

test('a request through the proxy shows what it says of clients, and whether it is trusted', async () => {
  const proxyTo = async (forwarding: Forwarding, to: string) => {
    const made = await startReverseProxy(forwarding)
    made.to = to
    return made.address
  }
  const distrusting = await startTestService()
  for (const [forwarding, to, why, remedy] of [
    [
      'appends',
      distrusting.address,
      /sends X-Forwarded-For, but TRUSTED_PROXIES does not name it/,
      /127\.0\.0\.1/,
    ],
    ['drops', distrusting.address, /does not say whom a request comes from/, /Let it send .*TRUSTED_PROXIES/],
    ['drops', service.address, /sends no X-Forwarded-For/, /behind-a-proxy/],
    ['hides', service.address, /what is no address/, /append the address/],
    ['believes', service.address, /can choose the address that it is counted by/, /append/],
  ] as const) {
    const findings = await examineWith({ PUBLIC_URL: await proxyTo(forwarding, to), OAUTH_PROVIDERS: '' })
    assertFound(findings, 'proxy', 'fail', why, remedy)
  }
  const direct = await examineWith({ PUBLIC_URL: service.address, OAUTH_PROVIDERS: '' })
  assert.match(direct.find(({ name }) => name === 'proxy')?.message ?? '', /No proxy stands between/)
})

test('a second proxy missing from TRUSTED_PROXIES is detected', async () => {
  const half = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' })
  const [outer, inner] = [await startReverseProxy('appends'), await startReverseProxy('appends')]
  Object.assign(outer, { to: inner.address, from: '127.0.0.2' })
  inner.to = half.address
  const through = (settings: Environment) =>
    examineWith({ PUBLIC_URL: outer.address, OAUTH_PROVIDERS: '', ...settings })
  assertFound(
    await through({ TRUSTED_PROXIES: '127.0.0.1' }),
    'proxy',
    'fail',
    /Another proxy, 127\.0\.0\.2, is counted as if it were the client 127\.0\.0\.1/,
    /as 127\.0\.0\.2 or by its network/,
  )
  inner.to = service.address
  const named = await through({})
  assert.equal(named.find(({ name }) => name === 'proxy')?.status, 'ok')
})

test('an operators’ listener that is public, or unreachable, is named', async () => {
  const together = await startTestService({ HOST: elsewhere })
  const { port: at } = new URL(together.address)
  const PUBLIC_URL = `http://${elsewhere}:${at}`
  const both = { OAUTH_PROVIDERS: '', SMTP_URL: '', PUBLIC_URL }
  assertFound(
    await examineWith(both),
    'admin-listen',
    'warn',
    /Everybody can ask .*\/admin/,
    /refuse \/admin/,
  )
  const wide = await examineWith({ ADMIN_LISTEN: `${elsewhere}:${adminPort}` })
  assertFound(wide, 'admin-listen', 'warn', /listens on all addresses/, /private network/)
  const shut = await examineWith({ ADMIN_LISTEN: '9' })
  assertFound(
    shut,
    'admin-listen',
    'warn',
    /does not answer operators at http:\/\/127\.0\.0\.1:9/,
    /Start it/,
  )
})

test('a port used by another program or service is named', async () => {
  const other = await startTestService({ SECRET_KEY: 'x'.repeat(32) })
  const at = (address: string) => examineWith({ PORT: new URL(address).port })
  assertFound(await at(other.address), 'service', 'fail', /A service with another key answers/, /PORT/)
  assertFound(await at(provider.issuer), 'service', 'fail', /Another program answers/, /PORT/)
  const away = await examineWith({ PORT: '9', PUBLIC_URL: '', SMTP_URL: '', OAUTH_PROVIDERS: '' })
  assertFound(away, 'service', 'warn', /does not run: nothing listens at 127\.0\.0\.1:9/, /Start it/)
})
