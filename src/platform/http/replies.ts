import type { FastifyReply, FastifyRequest } from 'fastify'
import { faultOf } from '../db/failures.ts'
import {
  badRequest,
  internalError,
  notFound,
  payloadTooLarge,
  Refused,
  unsupportedMediaType,
} from '../errors.ts'
import { errorCode, propertiesOf } from '../properties-of.ts'
import { tellOverload } from './overload.ts'
import { noteRefused } from './refused.ts'

export type ErrorReply = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown

export const replyToError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { status, headers, body } = refusalOf(error, request)
  return reply.code(status).headers(headers).send(body)
}

/** The public message as plain text, without anything from the request. */
export const replyWithText = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { status, headers, message } = refusalOf(error, request)
  return reply.code(status).headers(headers).type('text/plain; charset=utf-8').send(`${message}\n`)
}

/** Logs what the operator needs to know. Anything but a `Refused` is a bug. */
export const refusalOf = (error: unknown, request: FastifyRequest): Refused => {
  if (isBrokenOff(error, request)) return badRequest()
  const refused = asRefused(error) ?? internalError(request.id)
  noteRefused(request, refused)
  if (refused.status === 500) request.server.log.error({ reqId: request.id, err: error }, refused.message)
  if (refused.status === 503 && !faultOf(refused)) tellOverload(request, whyOf(refused))
  return refused
}

const whyOf = ({ cause }: Refused) => (cause instanceof Error ? cause.message : 'overloaded')

// the client disconnected while sending its body
const isBrokenOff = (error: unknown, { raw }: FastifyRequest) => raw.errored !== null && raw.errored === error

export const replyNotFound = (): never => {
  throw notFound()
}

const asRefused = (error: unknown): Refused | undefined => {
  if (error instanceof Refused) return error
  // only Fastify's own errors may blame the client
  const code = errorCode(error)
  if (!code.startsWith('FST_')) return
  const { statusCode } = propertiesOf(error)
  return byFastifyCode[code]?.() ?? (Number(statusCode ?? 500) < 500 ? badRequest() : undefined)
}

const byFastifyCode: Record<string, () => Refused> = {
  FST_ERR_CTP_BODY_TOO_LARGE: payloadTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
}
