import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Client, Deps } from '../../deps.ts'
import type { BodyShape } from '../exact.ts'
import { propertiesOf } from '../properties-of.ts'
import { concerning } from '../refusals/concerning.ts'
import { bearerOf } from './bearer.ts'
import { readBody } from './body.ts'
import { clientOf } from './client.ts'
import { type ClientCredentials, clientCredentialsOf } from './client-credentials.ts'
import { EndpointRequest, type ParamsOf } from './endpoint-request.ts'
import { type AnswerType, documented, type Operation } from './operation.ts'

/** One operation of the JSON interface: what it promises, who may call it, and what it does. */
type Endpoint<Path extends string, Who, Body> = Omit<Operation, 'body' | 'secured'> & {
  /** Identifies the caller. @throws to refuse them */
  guard?: (deps: Deps, token: string, params: ParamsOf<Path>) => Promise<Who>
  /** Whether its guard admits a session that awaits a proof of its mailbox. Any other guard answers that with a 403. */
  isForAwaiting?: boolean
  /** The same for other services' operations, with a key of their own. */
  serviceGuard?: (deps: Deps, credentials: ClientCredentials, client: () => Client) => Promise<Who>
  /** The rest of that guard, for `handle` to run together with its work. No body is refused before it. */
  lateGuard?: (deps: Deps, who: NoInfer<Who>, client: () => Client) => Promise<unknown>
  /** Whether HEAD is no method of it: GET has no end. */
  isWithoutHead?: boolean
  /** A request without credentials also reaches `handle`, with `who` undefined. */
  isGuardOptional?: boolean
  body?: BodyShape<Body>
  /** In bytes; 16 KiB unless it says otherwise. */
  bodyLimit?: number
  /** JSON Schema of a body that `handle` reads by itself. */
  bodySchema?: object
  /**
   * @returns the body of the answer, whose status is the documented success with such a body, or a `Response`.
   * Without it, the guard's result is the answer.
   */
  handle?: (asked: EndpointRequest<Path, Who, Body>) => Promise<unknown>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Routes of a module. @param mountAll calls `endpoint` for each */
export const endpoints =
  (mountAll: (endpoint: ReturnType<typeof endpointsOf>, deps: Deps, app: FastifyInstance) => void) =>
  (deps: Deps): FastifyPluginAsync =>
  async (app) =>
    mountAll(endpointsOf(app, deps), deps, app)

/** @returns mounts one endpoint. Its guard runs before anything else. */
const endpointsOf =
  (app: FastifyInstance, deps: Deps) =>
  <Path extends string, Who = undefined, Body = undefined>(
    method: Method,
    url: Path,
    endpoint: Endpoint<Path, Who, Body>,
  ): void => {
    const { body: shape, bodyLimit, isWithoutHead, lateGuard, handle, answers } = endpoint
    const admit = admission(deps, endpoint)
    const [full, empty] = [successOf(answers, true), successOf(answers, false)]
    app.route<{ Querystring: Record<string, unknown> }>({
      method,
      url,
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(isWithoutHead && { exposeHeadRoute: false }),
      ...documented(operationOf(url, endpoint)),
      handler: async (request, reply) => {
        const params = request.params as ParamsOf<Path>
        const who = await admit(request, params)
        const refuse = async (error: unknown) => {
          await lateGuard?.(deps, who, () => clientOf(deps, request))
          throw error
        }
        const result = await concerning(userOf(who), async () => {
          const body = (shape && (await readBody(shape, request.body).catch(refuse))) as Body
          return handle ? handle(new EndpointRequest(deps, { request, reply }, who, body)) : who
        })
        if (result === undefined) return reply.code(empty).send()
        reply.code(full)
        return result
      },
    })
  }

/** Of whoever signed in; a service key has none. */
const userOf = (who: unknown): string | undefined => {
  const { userId } = propertiesOf(who)
  return typeof userId === 'string' ? userId : undefined
}

/** @returns asks the guard of an endpoint who sent a request */
const admission =
  <Path extends string, Who, Body>(
    deps: Deps,
    { guard, serviceGuard, isGuardOptional }: Endpoint<Path, Who, Body>,
  ) =>
  (request: FastifyRequest, params: ParamsOf<Path>): Promise<Who> => {
    if (serviceGuard) return serviceGuard(deps, clientCredentialsOf(request), () => clientOf(deps, request))
    const isGuarded = !isGuardOptional || request.headers.authorization !== undefined
    return (isGuarded ? guard?.(deps, bearerOf(request), params) : undefined) as Promise<Who>
  }

const operationOf = <Path extends string, Who, Body>(
  url: Path,
  {
    guard,
    serviceGuard,
    isGuardOptional,
    isForAwaiting,
    body,
    bodySchema,
    bodyLimit: _limit,
    isWithoutHead: _head,
    lateGuard: _late,
    handle: _,
    refusals = [],
    ...operation
  }: Endpoint<Path, Who, Body>,
): Operation => {
  const schema = body?.toJSONSchema() ?? bodySchema
  const isRefusing = guard !== undefined && !isForAwaiting
  const usual = [
    ...(guard ? [401] : []),
    ...(isRefusing ? [403] : []),
    ...(serviceGuard ? [403, 429] : []),
    ...(url.includes(':') ? [404] : []),
    ...(body ? [422] : []),
  ]
  const answers = {
    ...operation.answers,
    ...(isRefusing && beside(operation.answers[403])),
    ...(serviceGuard && { 401: keyRefusal }),
  }
  return {
    ...operation,
    answers,
    ...(schema && { body: schema }),
    refusals: [...usual, ...refusals],
    secured: serviceGuard ? 'serviceKey' : isGuardOptional ? 'optionally' : guard !== undefined,
  }
}

/** Other reasons for a 403. */
const beside = (forbidden: Operation['answers'][number] | undefined): Operation['answers'] =>
  forbidden?.[1] === undefined || forbidden[1].includes('Refusal')
    ? {}
    : {
        403: [
          `${forbidden[0]} Or the address has to be confirmed first.`,
          `${forbidden[1]} | EmailUnverified` as AnswerType,
        ],
      }

const keyRefusal = ['The service key does not work.', 'KeyRefusal'] as const

const successOf = (answers: Operation['answers'], hasBody: boolean): number => {
  const fits = ([status, [, type]]: [string, Operation['answers'][number]]) =>
    Number(status) < 300 && (type !== undefined) === hasBody
  return Number(Object.entries(answers).find(fits)?.[0])
}
