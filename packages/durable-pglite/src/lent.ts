import type { Socket } from 'node:net'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { databaseIn } from './has-database.ts'

// of V8's serialisation: an older version cannot read it
const format = serialize(null)[1]

/** In the database's own folder, which is closed to others. Incompatible programs use different names. */
export const lendingSocket = (folder: string): string => join(databaseIn(folder), `lend-1.${format}.sock`)

/** A borrower's requests, answered in order. Those between `begin` and `commit` or `rollback` are one transaction. */
export type Asked =
  | { act: 'prepared'; statement: { name: string; text: string }; values: readonly unknown[] }
  | { act: 'exec'; text: string }
  | { act: 'begin' | 'commit' | 'rollback' }

/** PostgreSQL's error, as the driver has it. */
export type Problem = { message: string; code?: string; constraint?: string; detail?: string }

export type Answered = { rows: unknown[] } | { problem: Problem }

/** Sends one message: its length in four bytes, then the value as the structured clone algorithm writes it. */
export const send = (socket: Socket, message: Asked | Answered): void => {
  const body = serialize(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  if (socket.writable) socket.write(Buffer.concat([length, body]))
}

/** The other side's messages, until either side closes the socket. */
export async function* received<Message extends Asked | Answered>(
  socket: Socket,
): AsyncGenerator<Message, void> {
  let parts: Buffer[] = []
  let [size, needed] = [0, 4]
  for await (const chunk of socket) {
    parts.push(chunk)
    size += chunk.length
    while (size >= needed) {
      // once per message: a long one comes in many chunks
      const all = Buffer.concat(parts)
      const end = 4 + all.readUInt32BE()
      const isWhole = size >= end
      if (isWhole) yield deserialize(all.subarray(4, end))
      const rest = isWhole ? all.subarray(end) : all
      parts = [rest]
      size = rest.length
      needed = isWhole ? 4 : end
    }
  }
}
