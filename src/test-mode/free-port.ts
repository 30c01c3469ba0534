import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Keeps a port from others until it is given back, to be listened on at once. */
export type HeldPort = { port: number; giveBack(): Promise<void> }

export const holdFreePort = async (): Promise<HeldPort> => {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const giveBack = async () => {
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return { port, giveBack }
}
