import type pg from 'pg'
import { propertiesOf } from '../../properties-of.ts'
import { answerWithin } from '../answer-within.ts'
import type { Target } from '../hosts.ts'
import { isPooled } from './behind.ts'
import { noteServerAway } from './faults.ts'

const targets = new WeakMap<pg.ClientBase, Target>()
const demoted = new WeakSet<pg.ClientBase>()

/** Columns for `requireServing`. */
export const role = `pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`

/** Whether this connection may lead to another server than the one checked when it was opened. */
export const isUncertain = (client: pg.ClientBase): boolean =>
  isPooled(client) && targets.get(client) !== 'any'

/** @throws if its server has since reported that it takes no more writes */
export const requireUndemoted = (client: pg.ClientBase): void => {
  if (demoted.has(client)) throw notServing('it has become read-only')
}

/** Checks in a transaction whether its server may serve. @throws if it may not */
export const checkRole = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await answerWithin(client, { text: `select ${role}` })
  requireServing(rows[0], targets.get(client))
}

/** @throws if a server with this role may not serve */
export const requireServing = ({ isStandby = false, isReadOnly = false } = {}, target?: Target): void => {
  if (isStandby && target !== 'any') throw notServing('it is a standby')
  if (isReadOnly && target === 'read-write') throw notServing('it can only be read')
}

/** The error of a server that may not serve: the same as of a write to it. */
const notServing = (why: string): Error => Object.assign(new Error(why), { code: '25006' })

/** What the server reports unasked when it changes, before the end of the next statement. */
const roles: Record<Target, readonly string[]> = {
  'read-write': ['in_hot_standby', 'default_transaction_read_only'],
  primary: ['in_hot_standby'],
  any: [],
}

/** Remembers what the server must be, and when it ceases to be. */
export const watchRole = (client: pg.ClientBase, target: Target): void => {
  targets.set(client, target)
  const { connection } = propertiesOf(client)
  ;(connection as NodeJS.EventEmitter).on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (!roles[target].includes(parameterName) || parameterValue !== 'on') return
    demoted.add(client)
    noteServerAway(client)
  })
}
