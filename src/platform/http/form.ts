import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, unsupportedMediaType } from '../errors.ts'
import { isEncoded } from './coding.ts'

export type Form = Readonly<Record<string, string>>

export const acceptForms = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  acceptFormsToo(app)
}

/** Beside what is accepted already. */
export const acceptFormsToo = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (isEncoded(request)) throw unsupportedMediaType()
      return readForm(body)
    },
  )
}

// a repeated field could be read in two ways
const readForm = (body: string): Form => {
  const form: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in form) throw badRequest('The form has the same field twice.')
    form[name] = value
  }
  return form
}
