/** A mail, read. */
export type ReadMail = { headers: Map<string, string>; subject: string; text: string; html: string }

/** Reads a mail as a mail program does, as far as the service writes them: text and HTML side by side. */
export const readMail = (raw: string): ReadMail => {
  const { headers, body } = entityOf(raw)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? []
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => entityOf(part.replace(/^\r?\n/, '')))
  const partOf = (type: string) => {
    const part = parts.find((candidate) => candidate.headers.get('content-type')?.startsWith(type))
    return part ? decoded(part) : ''
  }
  return {
    headers,
    subject: words(headers.get('subject') ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
  }
}

const entityOf = (raw: string) => {
  const unix = raw.replaceAll('\r\n', '\n')
  const end = unix.indexOf('\n\n')
  const lines = unix
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = new Map(lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]))
  const lower = [...headers].map(([name, value]): [string, string] => [name.toLowerCase(), value])
  return { headers: new Map(lower), body: unix.slice(end + 2) }
}

const decoded = ({ headers, body }: ReturnType<typeof entityOf>): string => {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\n/g, '')) : body
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

// RFC 2047
const words = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : quotedPrintable(word.replaceAll('_', ' ')),
    )
