import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port for somebody who takes it a moment later, in another process. Below those that clients are given
 * (`ip_local_port_range`), lest one of them takes it meanwhile, or during a restart.
 */
export const freePort = async (): Promise<number> => {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const probe = createServer()
  await once(probe.listen(port, '127.0.0.1'), 'listening').catch(() => undefined)
  const isFree = probe.listening
  probe.close()
  return isFree ? port : freePort()
}
