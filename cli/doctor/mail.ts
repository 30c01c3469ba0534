import { join } from 'node:path'
import { trySmtp } from '../../src/messages/mail/smtp.ts'
import { isLoopbackHost } from '../../src/platform/addresses.ts'
import { propertiesOf } from '../../src/platform/properties-of.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

/** As far as the password. No email is sent. */
export const mailCheck: Check = {
  name: 'mail',
  run: async ({ settings }) => {
    const { smtp, publicUrl, dataDir } = settings('smtp', 'publicUrl', 'dataDir')
    if (!smtp) return [withoutServer(publicUrl, join(dataDir, 'mail'))]
    const place = `${smtp.host}:${smtp.port}`
    const error = await trySmtp(smtp).catch((error: Error) => error)
    if (error instanceof Error) return [failure(place, error, smtp.isTlsFirst)]
    return [ok(`${place} would take emails${smtp.user && ', and knows our password'}.`)]
  },
}

const withoutServer = (publicUrl: string | undefined, folder: string): Finding => {
  const message = `Emails are written to ${folder}, and sent to nobody.`
  const isLocal = !publicUrl || isLoopbackHost(new URL(publicUrl).hostname)
  return isLocal ? ok(message) : warn(message, 'Set SMTP_URL: docs/guides/mail.md.')
}

// never the server's own words, which may repeat what it received
const failure = (place: string, error: Error, isTlsFirst: boolean): Finding => {
  const { code, message } = { code: String(propertiesOf(error).code), message: error.message }
  const [, why, remedy] =
    kinds.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? otherwise(isTlsFirst)
  return fail(`${place} ${why}.`, remedy)
}

const kinds: [of: RegExp, why: string, remedy: string][] = [
  [
    /EAUTH|ENOAUTH/,
    'refuses our user name and password',
    'Correct them in SMTP_URL, percent-encoded; or leave them out if the server knows no passwords.',
  ],
  [
    /certificate|altname|self.signed|CERT_/i,
    'has a certificate that is not valid or not trusted',
    'Use the name in its certificate; name an authority of your own in NODE_EXTRA_CA_CERTS.',
  ],
  [/ETLS|STARTTLS/, 'offers no TLS', 'Use a port on which it does, or smtps:// if it speaks TLS first.'],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, 'is not a known name', 'Correct the host in SMTP_URL.'],
  [/ECONNREFUSED/, 'refuses connections', 'Correct host and port in SMTP_URL, or start the server.'],
  [/wrong version number|EPROTO/, 'does not speak TLS first', 'Use smtp:// for a server with STARTTLS.'],
]

const otherwise = (isTlsFirst: boolean): (typeof kinds)[number] => [
  /^/,
  'does not greet us',
  isTlsFirst
    ? 'Check firewalls on the way, and that the server speaks TLS first on this port.'
    : 'Check firewalls on the way; a port where TLS comes first, such as 465, needs smtps://.',
]
