import type pg from 'pg'
import { day } from '../../seconds.ts'
import type { Runner, TransactionOptions } from '../db.ts'
import { scopeOf } from '../scope.ts'
import type { Statement } from '../sql.ts'
import { isPooled, spreadingBehind } from './behind.ts'
import { discard } from './faults.ts'
import { checkRole, isUncertain } from './role.ts'
import { asking, runnerOn, send } from './send.ts'
import { ownSettings } from './settings.ts'

const dayMs = day * 1_000

export const transactionOn = async <Result>(
  client: pg.ClientBase,
  work: (runner: Runner) => Promise<Result>,
  { isPatient = false }: TransactionOptions = {},
): Promise<Result> => {
  const begun = begin(client)
  begun.catch(() => {})
  const { runner, end, causeOf } = scopeOf(
    committingTogether(client, runnerOn(client, isPatient ? dayMs : undefined)),
  )
  try {
    if (isPatient) await send(client, { text: 'set local statement_timeout = 0; set local lock_timeout = 0' })
    const result = await work(runner)
    await begun
    end()
    await send(client, { text: 'commit' })
    return result
  } catch (error) {
    end()
    // a connection on which even this fails is discarded, and the server rolls back by itself
    await send(client, { text: 'rollback' }).catch(() => discard(client))
    throw causeOf(error)
  }
}

/**
 * A pooler keeps answering after its server has become a standby, which may lack later changes: a read there could
 * revive an ended session. So the server's role is checked in the same transaction, and the same round trip.
 */
export const runChecked = async <Row>(client: pg.ClientBase, statement: Statement<Row>): Promise<Row[]> => {
  const [begun, rows, ended] = await Promise.allSettled([
    begin(client),
    runnerOn(client).run(statement),
    send(client, { text: 'commit' }),
  ])
  for (const step of [begun, rows, ended]) if (step.status === 'rejected') throw step.reason
  return (rows as PromiseFulfilledResult<Row[]>).value
}

const begin = async (client: pg.ClientBase) => {
  const text = isPooled(client) ? `begin; ${ownSettings('local')}` : 'begin'
  const roleChecked = isUncertain(client) ? [asking(client, () => checkRole(client))] : []
  await Promise.all([send(client, { text }), ...roleChecked])
}

/** Requests a two-phase commit before the first change of a row that may lie on another server, in the same packet. */
const committingTogether = (client: pg.ClientBase, runner: Runner): Runner => {
  const spreading = spreadingBehind(client)
  if (!spreading) return runner
  let asked: Promise<unknown> | undefined
  return {
    ...runner,
    run: async (statement) => {
      if (statement.isElsewhere) asked ??= send(client, { text: spreading.inTwoPhases })
      const [rows] = await Promise.all([runner.run(statement), asked])
      return rows
    },
  }
}
