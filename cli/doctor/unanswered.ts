/** What went wrong on the way to an address, and what to do. */
export const unanswered = (address: string, error: unknown): { why: string; remedy: string } => {
  const { host } = new URL(address)
  const { name, code, message } = Object(error)
  const [, why, remedy] = kinds.find(([kind]) => kind.test(`${name} ${code} ${message}`)) ?? otherwise
  return { why: why(host, message), remedy }
}

type Kind = [of: RegExp, why: (host: string, message: string) => string, remedy: string]

const kinds: Kind[] = [
  [/ENOTFOUND/, (host) => `${host} is not a known name`, 'Add it to the DNS, or correct the address.'],
  [/EAI_AGAIN/, (host) => `the DNS does not answer for ${host}`, 'Check the name servers of this machine.'],
  [
    /ECONNREFUSED/,
    (host) => `nothing listens at ${host}`,
    'Start what should answer there, or correct host and port.',
  ],
  [
    /wrong version number|EPROTO/,
    (host) => `${host} does not speak TLS`,
    'Use http:// for a service on this machine, or let what answers there speak TLS.',
  ],
  [/CERT_HAS_EXPIRED/, (host) => `the certificate of ${host} has expired`, 'Renew it.'],
  [/ALTNAME_INVALID/, (host) => `the certificate of ${host} is for another name`, 'Get one for this name.'],
  [
    /certificate|self.signed|issuer/i,
    (host) => `the certificate of ${host} is not trusted`,
    'Serve the whole chain of a trusted authority; name an authority of your own in NODE_EXTRA_CA_CERTS.',
  ],
  [
    /AbortError|TimeoutError|aborted/,
    (host) => `${host} does not answer`,
    'Check firewalls on the way, and that something runs there.',
  ],
]

const otherwise: Kind = [
  /^/,
  (host, message) => `${host} cannot be asked (${message})`,
  'Check that what answers there speaks the protocol of the address.',
]
