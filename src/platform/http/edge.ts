import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, unsupportedMediaType, uriTooLong } from '../errors.ts'
import { watchLines } from './broken-lines.ts'
import { isEncoded } from './coding.ts'
import { readableBy } from './cors.ts'
import type { EdgeHeaders } from './headers.ts'
import type { Operation } from './operation.ts'
import type { ErrorReply } from './replies.ts'
import { parseStrictJson } from './strict-json.ts'

const maxUrlBytes = 2_048

export const guardEdge = (app: FastifyInstance, headers: EdgeHeaders): void => {
  watchLines(app.server)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (!isPlainJson(request)) throw unsupportedMediaType()
      const { body: shape, isBodyOptional, isBodyUnstored } = operationOf(request) ?? {}
      // some clients set the type of whatever they send, also of nothing
      if (body.length === 0 && (shape === undefined || isBodyOptional)) return undefined
      return parseStrictJson(body, { isStored: !isBodyUnstored })
    },
  )
  // RFC 9110 §10.1.1: ignored; Node would answer by itself, without our headers
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange))
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(headers, request, reply)
    if (request.url.length > (operationOf(request)?.maxUrlBytes ?? maxUrlBytes)) done(uriTooLong())
    else if (
      !request.url.startsWith('/') ||
      !hasHost(request) ||
      hasNul(request) ||
      hasDoubledHeader(request) ||
      isPackedForTransfer(request)
    )
      done(badRequest())
    else done()
  })
}

/**
 * RFC 9112 §3.2.2: a client may name the whole address.
 * @returns its path, unless it names another host than `Host` does: a proxy in front may have read either
 */
export const originForm = ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string => {
  if (url.startsWith('/')) return url
  const [, host, path = ''] = /^https?:\/\/([^/?#@\s]+)(.*)$/i.exec(url) ?? []
  if (host === undefined || host.toLowerCase() !== headers.host?.toLowerCase()) return url
  return path.startsWith('/') ? path : `/${path}`
}

/** For paths that cannot be decoded, which reach no hook or route. */
export const refuseAddress =
  (headers: EdgeHeaders, corsOrigins: readonly string[], replyTo: ErrorReply) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    setHeaders(headers, request, reply)
    reply.headers(readableBy(corsOrigins, request))
    replyTo(error, request, reply)
  }

const setHeaders = (headers: EdgeHeaders, request: FastifyRequest, reply: FastifyReply) =>
  reply.headers(headers).header('x-request-id', request.id)

// RFC 9112 §3.2; Node would refuse it with an empty answer
const hasHost = ({ headers, raw }: FastifyRequest) =>
  headers.host !== undefined || raw.httpVersionMajor * 10 + raw.httpVersionMinor < 11

// PostgreSQL cannot store it, and would answer with an error: no id, token or word of an address has one
const hasNul = ({ url }: FastifyRequest) => url.includes('%00')

const operationOf = ({ routeOptions }: FastifyRequest) =>
  (routeOptions.config as { operation?: Operation } | undefined)?.operation

const isPlainJson = (request: FastifyRequest) =>
  !isEncoded(request) &&
  /^application\/json *(; *charset="?utf-?8"?)? *$/i.test(request.headers['content-type'] ?? '')

// Node keeps the first, but a proxy in front may have read the other
const hasDoubledHeader = ({ headers, raw: { rawHeaders } }: FastifyRequest) => {
  // usually every line has a name of its own
  if (Object.keys(headers).length * 2 === rawHeaders.length) return false
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = String(rawHeaders[at]).toLowerCase()
    if (seen.has(name)) return true
    if (singleHeaders.has(name)) seen.add(name)
  }
  return false
}

// RFC 9112 §6.1: Node passes over other codings, which a proxy in front may have undone
const isPackedForTransfer = ({ headers: { 'transfer-encoding': coding } }: FastifyRequest) =>
  coding !== undefined && coding.toLowerCase() !== 'chunked'

const singleHeaders = new Set(['host', 'authorization', 'content-type', 'content-length', 'content-encoding'])
