import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client, Deps } from '../../deps.ts'
import { clientOf } from './client.ts'

/** `undefined` over a unix socket. */
export type Peer = Readonly<Pick<FastifyRequest['socket'], 'remoteAddress' | 'remotePort'>>

/** The parameters in a path. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown

/**
 * A request as an endpoint's `handle` sees it.
 *
 * A class: a literal with accessors gets a hidden class of its own among V8's old objects, which keeps the request until a full
 * collection. A copy by `...` has neither `client` nor `gone`.
 */
export class EndpointRequest<Path extends string, Who, Body> {
  readonly who: Who
  readonly body: Body
  readonly params: ParamsOf<Path>
  /** The body before it was read. */
  readonly sent: unknown
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: FastifyRequest['headers']
  /** The other end of the connection: the client, or a proxy. */
  readonly peer: Peer
  readonly #deps: Deps
  readonly #exchange: Exchange

  constructor(deps: Deps, exchange: Exchange, who: Who, body: Body) {
    const { params, query, headers, socket, body: sent } = exchange.request
    this.who = who
    this.body = body
    this.params = params as ParamsOf<Path>
    this.sent = sent
    this.query = query
    this.headers = headers
    this.peer = socket
    this.#deps = deps
    this.#exchange = exchange
  }

  get client(): Client {
    const { request, reply } = this.#exchange
    return clientOf(this.#deps, request, reply)
  }

  /** Aborted when the client goes away. */
  get gone(): AbortSignal {
    return goneOf(this.#exchange.reply)
  }
}

type Exchange = { request: FastifyRequest<{ Querystring: Record<string, unknown> }>; reply: FastifyReply }

const goneOf = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  // during the guard's look-up
  if (raw.destroyed) gone.abort()
  raw.once('close', () => gone.abort())
  return gone.signal
}
