import { answerOf, send } from './ask.ts'
import { authorized } from './authorized.ts'
import type { Context } from './context.ts'
import type { Refresh } from './refresh.ts'

/**
 * Calls the service as the signed-in person.
 *
 * @throws {Refused} `unauthorized` when nobody is, and every other refusal
 * @throws {Offline} when there was no answer
 */
export type Call = <Answer = void>(method: string, path: string, body?: object) => Promise<Answer>

export const callAs =
  (context: Context, refresh: Refresh): Call =>
  (method, path, body) =>
    answerOf(authorized(context, refresh, (token) => send(context, { method, path, body, token })))

/** Calls the service without a token. */
export const callAsNobody =
  (context: Context): Call =>
  (method, path, body) =>
    answerOf(send(context, { method, path, body }))

/** A path with its variable parts, each encoded. */
export const path = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw(parts, ...values.map(encodeURIComponent))

/** Only defined fields. */
export const search = (values: Record<string, string | number | undefined>): string => {
  const present = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  return present.length === 0 ? '' : `?${new URLSearchParams(present)}`
}
