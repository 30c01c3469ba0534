import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Public content, cacheable with revalidation. */
export type Publication = {
  type: string
  body: string | Buffer
  etag: string
  policy?: string
  modifiedAt?: Date
}

/** @param policy its Content-Security-Policy, if browsers show it @param modifiedAt if that is known */
export const publication = (
  type: string,
  body: string | Buffer,
  { policy, modifiedAt }: Pick<Publication, 'policy' | 'modifiedAt'> = {},
): Publication => ({
  type,
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  ...(policy !== undefined && { policy }),
  ...(modifiedAt && { modifiedAt }),
})

/** 304 for clients that already have it (RFC 9110 §13.1.2, §13.1.3). */
export const publish = (
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag, policy, modifiedAt }: Publication,
): FastifyReply => {
  reply.headers({
    // no proxy may rewrite what people see
    'Cache-Control': policy === undefined ? 'no-cache' : 'no-cache, no-transform',
    ETag: etag,
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
    ...(modifiedAt && { 'Last-Modified': modifiedAt.toUTCString() }),
  })
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers
  if (tags === undefined ? isSince(since, modifiedAt) : isHeld(tags, etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}

// weak comparison: a compressing proxy turns an ETag into `W/"…"`
const isHeld = (asked: string, etag: string) =>
  asked.trim() === '*' || asked.split(',').some((one) => bare(one) === etag)

// an invalid date is NaN, which is not later than anything
const isSince = (asked = '', modifiedAt: Date | undefined) =>
  modifiedAt !== undefined && Date.parse(asked) >= modifiedAt.getTime()

const bare = (tag: string) => tag.trim().replace(/^W\//, '')
