import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  badRequest,
  internalError,
  notFound,
  payloadTooLarge,
  Refused,
  unavailable,
  unsupportedMediaType,
} from '../errors.ts'

/** Answers a thrown error: a refusal as it is, and anything else as a bug that only the log tells of. */
export const replyToError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refused = asRefused(error) ?? internalError(request.id)
  if (refused.status >= 500) request.log.error({ err: refused.cause ?? error }, refused.message)
  return reply.code(refused.status).headers(refused.headers).send(refused.body)
}

export const replyNotFound = (): never => {
  throw notFound()
}

const asRefused = (error: unknown): Refused | undefined => {
  if (error instanceof Refused) return error
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  return byFastifyCode[code]?.() ?? (statusCode < 500 ? badRequest() : undefined)
}

const byFastifyCode: Record<string, () => Refused> = {
  FST_ERR_CTP_BODY_TOO_LARGE: payloadTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_HANDLER_TIMEOUT: unavailable,
}
