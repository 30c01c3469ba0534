import { answerOf } from '../../ask.ts'
import type { Platform } from '../../platform.ts'

type Question = { body?: object; signal?: AbortSignal }

/** One question to the service. `dateMs` is when it answered, by its own clock. */
export type Ask = <Answer>(path: string, question: Question) => Promise<{ answer: Answer; dateMs: number }>

const answerMs = 10_000

/** Calls the service with a service key. @throws {Refused} for any refusal @throws {Offline} without an answer */
export const askWith =
  (serviceKey: string, url: string, { fetch, timeout }: Platform): Ask =>
  async <Answer>(path: string, { body, signal }: Question) => {
    let dateMs = Date.now()
    const asked = fetch(url.replace(/\/+$/, '') + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${serviceKey}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      signal: signal ?? timeout(answerMs),
      ...(body && { body: JSON.stringify(body) }),
    }).then((response) => {
      dateMs = Date.parse(response.headers.get('Date') ?? '') || dateMs
      return response
    })
    return { answer: await answerOf<Answer>(asked), dateMs }
  }
