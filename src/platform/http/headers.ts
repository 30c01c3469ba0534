import type { Config } from '../../config/config.ts'

export type EdgeHeaders = Readonly<Record<string, string>>

/** On every answer: nothing is cached, sniffed, framed, referred from, embedded elsewhere or reached by its opener. */
const securityHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

// RFC 6797 §6.1, for a year. The hosts below ours are not ours to speak for.
const httpsOnly = { 'Strict-Transport-Security': 'max-age=31536000' }

/** What every answer has, whoever gives it. */
export const edgeHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): EdgeHeaders => ({
  ...securityHeaders,
  ...(publicUrl?.startsWith('https:') && httpsOnly),
})
