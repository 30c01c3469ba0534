import { createHmac } from 'node:crypto'

type Signed = { id: string; seconds: number; body: string }

/** The bytes behind `whsec_`. */
export const webhookKey = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** The headers of Standard Webhooks 1.0, with a signature for each secret. */
export const signedHeaders = (
  secrets: readonly string[],
  { id, seconds, body }: Signed,
): Record<string, string> => {
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', webhookKey(secret)).update(`${id}.${seconds}.${body}`)
    return `v1,${mac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
