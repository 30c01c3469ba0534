import { isObject } from '../../document.ts'

/** What a client calls, `GET /orders/1`, out of a list of that, a HAR, or an access log. */
export const callsIn = (text: string): string[] => {
  const entries = harEntries(text)
  const calls = entries ? entries.map(callOf) : text.split(/\r?\n/).map(callInLine)
  return [...new Set(calls.filter((call) => call !== undefined))]
}

/** HTTP Archive 1.2: `log.entries`, with a `request` each. */
const harEntries = (text: string): unknown[] | undefined => {
  const log = Object(parsed(text)).log
  if (!isObject(log) || !Array.isArray(log.entries)) return undefined
  return log.entries.map((entry) => Object(entry).request)
}

const parsed = (text: string): unknown => {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As programs write a request into a log that has an object in each line. */
const addresses = ['path', 'url', 'uri', 'request_uri', 'requestUri']

const callOf = (request: unknown): string | undefined => {
  const known = Object(request) as Record<string, unknown>
  const address = addresses.map((name) => known[name]).find((value) => typeof value === 'string')
  return typeof known.method === 'string' && address !== undefined
    ? named(known.method, String(address))
    : undefined
}

/** With what servers write into their logs around it, or alone. */
const callInLine = (line: string): string | undefined => {
  const [, logged, target = ''] = /\b([A-Z]+) (\S+) HTTP\/\d/.exec(line) ?? []
  if (logged) return named(logged, target)
  const [, method, path = ''] = /^\s*(\*|[A-Za-z]+)\s+(\S+)\s*$/.exec(line) ?? []
  return method ? named(method, path) : callOf(parsed(line))
}

/** Without the host, and what is asked for. */
const named = (method: string, address: string): string | undefined => {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return /^[/*]/.test(path) ? `${method.toUpperCase()} ${path}` : undefined
}
