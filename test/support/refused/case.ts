import assert from 'node:assert/strict'
import type { Config } from '../../../src/config/config.ts'
import type { RefusalRule } from '../../../src/platform/refusals/rules.ts'
import type { Federated } from '../federation.ts'
import { type Answer, send } from '../http.ts'
import type { Mailing } from '../mailing.ts'
import type { newOperator } from '../operators.ts'
import { startVariant } from '../variant.ts'

/** An answer, read. */
export type Asked = Pick<Answer, 'status' | 'headers' | 'text'>

/** A refusal that is provoked, and what lets the same request through. */
export type Provoked = {
  ask: () => Promise<Asked>
  /** Whose account it is about; undefined if it is about none. */
  userId?: string | undefined
  /** Lifts the rule. */
  lift?: () => Promise<unknown>
  /** The request once more, if what it has to bring is another by then; `ask` by default. */
  again?: () => Promise<Asked>
}

export type RefusedCase = {
  rule: RefusalRule
  /** As clients get it. */
  code: string
  provoke: () => Promise<Provoked>
}

export type Ask = Awaited<ReturnType<typeof newOperator>>['ask']

export const reason = 'asked by the person'

/** Does something as an operator. @throws unless it is done */
export const operating =
  (ask: Ask) =>
  async (method: string, path: string, body: object = { reason }): Promise<void> => {
    const answer = await ask(method, path, method === 'GET' ? undefined : body)
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  }

/** The same service with other settings. */
export const withSettings = (service: Mailing | Federated<string>, config: Partial<Config>) =>
  startVariant(service, { config })

export const as =
  (service: { address: string }, token: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(service, method, path, { token, body })
