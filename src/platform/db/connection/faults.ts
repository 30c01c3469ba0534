import type pg from 'pg'
import { errorMessage } from '../../properties-of.ts'
import { lateAnswer } from '../answer-within.ts'
import { isAway, isBroken } from '../failures.ts'
import { isOfWorker } from '../spreading/of-worker.ts'
import { isSpreadBehind } from './behind.ts'

const broken = new WeakSet<pg.ClientBase>()
const away = new WeakSet<pg.ClientBase>()

/** Remembers what a failure means for the connection, and for the server behind it. */
export const noteFailure = (client: pg.ClientBase, error: unknown): void => {
  // its own server would report it
  if (isOfWorker(error) && isAway(error)) return
  if (isBroken(error)) broken.add(client)
  // a silent worker keeps the coordinator from answering
  if (isAway(error) && !(isSpreadBehind(client) && isSilence(error))) away.add(client)
}

const isSilence = (error: unknown) => errorMessage(error) === lateAnswer

/** It will not be used again. */
export const discard = (client: pg.ClientBase): void => void broken.add(client)

const losses = new WeakMap<pg.ClientBase, Error>()

/** It was lost while no query was pending. */
export const noteLoss = (client: pg.ClientBase, why: Error): void => {
  discard(client)
  if (!losses.has(client)) losses.set(client, why)
}

/**
 * Why a statement failed: the driver only reports that the connection was lost before it, and an operator needs the
 * cause.
 */
export const rootOf = (client: pg.ClientBase, error: unknown): unknown => {
  if (!/^Client has encountered a connection error/.test(errorMessage(error))) return error
  const why = losses.get(client)
  return isBroken(why) ? why : error
}

/** Whether it must not be used again. */
export const isUnusable = (client: pg.ClientBase): boolean => broken.has(client)

/** Its server no longer serves. */
export const noteServerAway = (client: pg.ClientBase): void => void away.add(client)

/** Whether the server behind it should be left. */
export const isServerAway = (client: pg.ClientBase): boolean => away.has(client)
