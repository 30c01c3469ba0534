import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port to be used a moment later, in another process. Below those that clients are given (`ip_local_port_range`),
 * lest one of them takes it meanwhile, or during a restart. One after another from anywhere, because two processes that
 * choose at random each time sometimes take each other's port.
 */
export const freePort = async (): Promise<number> => {
  const port = first + (next++ % count)
  const probe = createServer()
  await once(probe.listen(port, '127.0.0.1'), 'listening').catch(() => undefined)
  const isFree = probe.listening
  probe.close()
  return isFree ? port : freePort()
}

const [first, count] = [20_000, 10_000]
let next = Math.floor(Math.random() * count)
