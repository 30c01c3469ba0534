import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Public content, cacheable with revalidation. */
export type Publication = { type: string; body: string | Buffer; etag: string; policy?: string }

/** @param policy its Content-Security-Policy, if browsers show it */
export const publication = (type: string, body: string | Buffer, policy?: string): Publication => ({
  type,
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  ...(policy !== undefined && { policy }),
})

/** 304 for clients that already have it (RFC 9110 §13.1.2). */
export const publish = (
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag, policy }: Publication,
): FastifyReply => {
  reply.headers({
    'Cache-Control': 'no-cache',
    ETag: etag,
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
  })
  if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}

// weak comparison: a compressing proxy turns an ETag into `W/"…"`
const isHeld = (asked: string | undefined, etag: string) =>
  asked !== undefined && (asked.trim() === '*' || asked.split(',').some((one) => bare(one) === etag))

const bare = (tag: string) => tag.trim().replace(/^W\//, '')
