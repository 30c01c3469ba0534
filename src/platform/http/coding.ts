import type { FastifyRequest } from 'fastify'

/** Whether a body is compressed, or encoded in another way: `identity` is none (RFC 9110 §8.4.1). */
export const isEncoded = ({
  headers: { 'content-encoding': codings },
}: Pick<FastifyRequest, 'headers'>): boolean =>
  codings !== undefined && !/^ *identity *(, *identity *)*$/i.test(codings)
