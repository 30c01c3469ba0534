import type pg from 'pg'
import type { Spreading } from '../spreading/recognise.ts'

// PgBouncer in transaction mode hands each transaction to another server connection, where a statement prepared
// through this client may not exist. It betrays itself: the process id it announced is not the backend's.
const pooled = new WeakSet<pg.ClientBase>()
const spreadings = new WeakMap<pg.ClientBase, Spreading>()

/** Whether there is a pooler in front of the server. */
export const isPooled = (client: pg.ClientBase): boolean => pooled.has(client)

/** How Citus has distributed the rows behind it over several servers, if it has. */
export const spreadingBehind = (client: pg.ClientBase): Spreading | undefined => spreadings.get(client)

export const isSpreadBehind = (client: pg.ClientBase): boolean => spreadings.has(client)

export const notePooler = (client: pg.ClientBase): void => void pooled.add(client)

export const noteSpreading = (client: pg.ClientBase, spreading: Spreading): void =>
  void spreadings.set(client, spreading)
