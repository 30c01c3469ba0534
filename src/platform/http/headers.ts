import type { Config } from '../../config/config.ts'

export type EdgeHeaders = Readonly<Record<string, string>>

// in lower case, as Fastify keeps them: otherwise it would convert each name for every answer
const securityHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

// RFC 6797 §6.1, for a year, without subdomains, which may not be ours
const httpsOnly = { 'strict-transport-security': 'max-age=31536000' }

export const edgeHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): EdgeHeaders => ({
  ...securityHeaders,
  ...(publicUrl?.startsWith('https:') && httpsOnly),
})
