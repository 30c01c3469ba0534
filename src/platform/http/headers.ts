import type { Config } from '../../config/config.ts'

export type EdgeHeaders = Readonly<Record<string, string>>

const securityHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

// RFC 6797 §6.1, for a year, without subdomains, which may not be ours
const httpsOnly = { 'Strict-Transport-Security': 'max-age=31536000' }

export const edgeHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): EdgeHeaders => ({
  ...securityHeaders,
  ...(publicUrl?.startsWith('https:') && httpsOnly),
})
