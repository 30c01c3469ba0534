import { noteConsoleAddress } from '../accounts/users/queries/known-addresses.ts'
import { factorMethods, haveFactor } from '../credentials/index.ts'
import { findOperator, type Operator } from '../credentials/operators/queries.ts'
import { tellOperators } from '../credentials/operators/tell.ts'
import type { Client, Deps } from '../deps.ts'
import type { Runner } from '../platform/db/db.ts'
import { onlyForOperators } from '../platform/errors.ts'
import { findVisitor, type PresentedVisit, type Visitor } from './authenticate-visit.ts'

/** Somebody at the console, and what they may do there. */
export type OperatorVisitor = Visitor & { operator: Operator }

/** A passkey by itself, or another factor beside the password. A mailbox or a provider proves too little for the accounts of others. */
const openConsole = (methods: readonly string[]): boolean =>
  haveFactor(methods) && methods.every((method) => allowed.includes(method))

const allowed: readonly string[] = ['password', ...factorMethods]

/**
 * In the transaction that opens a visit to the console. Every operator is told of the first from a network in 30 days.
 * @throws 403 for people who are no operators, or who have not proven a second factor
 */
export const admitOperator = async (
  runner: Runner,
  { userId, methods }: { userId: string; methods: readonly string[] },
  { address, bucket, userAgent }: Client,
): Promise<void> => {
  const operator = await findOperator(runner, userId)
  if (!operator?.hasFactor || !openConsole(methods)) throw onlyForOperators()
  const news = { what: 'elsewhere', scopes: operator.scopes, ip: address, userAgent } as const
  if (await noteConsoleAddress(runner, userId, bucket)) await tellOperators(runner, userId, news)
}

/**
 * Looked up at each click: whoever was removed or blocked, or has lost their second factor, is out at once.
 * @returns undefined unless the visit is active, proven by both factors, and an operator's
 */
export const findOperatorVisitor = async (
  deps: Deps,
  presented: PresentedVisit | undefined,
  runner: Runner = deps.db,
): Promise<OperatorVisitor | undefined> => {
  if (presented?.kind !== 'console') return
  const [visitor, operator] = await Promise.all([
    findVisitor(deps, presented, runner),
    findOperator(runner, presented.userId),
  ])
  if (!visitor || !operator?.hasFactor || visitor.awaitsEmail || !openConsole(visitor.methods)) return
  return { ...visitor, operator }
}
