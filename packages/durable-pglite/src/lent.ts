import type { Socket } from 'node:net'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { databaseIn } from './has-database.ts'

/** In the database's own folder, which is closed to others. */
export const lendingSocket = (folder: string): string => join(databaseIn(folder), 'lend.sock')

/**
 * What a borrower asks for. Each is answered, in their order. What is between `begin` and `commit` or `rollback` is one
 * transaction.
 */
export type Asked =
  | { act: 'prepared'; statement: { name: string; text: string }; values: readonly unknown[] }
  | { act: 'exec'; text: string }
  | { act: 'begin' | 'commit' | 'rollback' }

/** What PostgreSQL says is wrong, as the driver has it. */
export type Problem = { message: string; code?: string; constraint?: string; detail?: string }

export type Answered = { rows: unknown[] } | { problem: Problem }

/** Sends one message: its length in four bytes, then the value as the structured clone algorithm writes it. */
export const send = (socket: Socket, message: Asked | Answered): void => {
  const body = serialize(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  if (socket.writable) socket.write(Buffer.concat([length, body]))
}

/** What the other side sends, until the socket is closed, by either side. */
export async function* received<Message extends Asked | Answered>(
  socket: Socket,
): AsyncGenerator<Message, void> {
  let rest = Buffer.alloc(0)
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE()
      yield deserialize(rest.subarray(4, end))
      rest = rest.subarray(end)
    }
  }
}
