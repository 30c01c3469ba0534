import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { connect, type Server, type Socket } from 'node:net'

/** Only for this process's user. Keeps no process from ending. @throws if there can be no socket at the path */
export const listenAt = async (server: Server, path: string): Promise<void> => {
  // left by a process that was killed
  await rm(path, { force: true })
  await once(server.listen(path).unref(), 'listening')
  await chmod(path, 0o600)
}

/** @returns undefined if nobody listens there */
export const connectTo = async (path: string): Promise<Socket | undefined> => {
  if (!existsSync(path)) return
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket.on('error', () => {})
  } catch {
    return
  }
}
