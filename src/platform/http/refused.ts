import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '../errors.ts'
import { isExplained } from '../refusals/concerning.ts'
import type { SignInFailed } from '../sign-in-failed.ts'

type Refusal = Refused | SignInFailed

const refusals = new WeakMap<FastifyRequest, Refusal>()

/** Remembers what a request was refused by, for the log and operators. The first counts: others follow from it. */
export const noteRefused = (request: FastifyRequest, fault: unknown): void => {
  if (isExplained(fault) && !refusals.has(request)) refusals.set(request, fault)
}

export const refusedAt = (request: FastifyRequest): Refusal | undefined => refusals.get(request)

/** As clients get it; a list of wrong fields has none of its own. */
export const codeOf = (refusal: Refusal): string =>
  refusal instanceof Refused ? String(refusal.details.code ?? 'invalid_fields') : refusal.code

/** Method and route, whose pattern holds nothing of the address. */
export const operationIn = ({ method, routeOptions: { url } }: FastifyRequest): string =>
  url === undefined ? method : `${method} ${url}`

/** Tells of refused requests once they are answered. */
export const tellRefused = (
  app: FastifyInstance,
  tell: (refusal: Refusal, request: FastifyRequest) => void,
): void => {
  app.addHook('onResponse', (request, _reply, done) => {
    const refusal = refusals.get(request)
    if (refusal) tell(refusal, request)
    done()
  })
}
