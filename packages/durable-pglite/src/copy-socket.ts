import type { Socket } from 'node:net'
import { join } from 'node:path'
import { databaseIn } from './has-database.ts'

/** In the database's own folder, which is closed to others. */
export const copySocket = (folder: string): string => join(databaseIn(folder), 'copy.sock')

/**
 * Answers of the process with the database: to `begin`, that the files may be copied; to `copied`, sent before the log
 * is, the label that the copy needs; to `log copied`, that the log was complete until then; or, at any time, an error.
 */
export type Answer = { label?: string; problem?: string }

export const say = (socket: Socket, text: string): void => {
  if (socket.writable) socket.write(text)
}

/** The two sides take turns, so what arrives is one message. @returns undefined once the socket is closed */
export const hear = (socket: Socket): Promise<string | undefined> =>
  new Promise((resolve) => {
    if (socket.destroyed) return resolve(undefined)
    socket.once('close', () => resolve(undefined))
    socket.once('data', (data) => resolve(String(data)))
  })
