import { isService, reach, readiness } from './caller.ts'
import { type Check, fail, ok, warn } from './check.ts'
import { unanswered } from './unanswered.ts'

/** Whether it runs on this machine. */
export const serviceCheck: Check = {
  name: 'service',
  run: async (facts) => {
    const { host, port, publicUrl } = facts.settings('host', 'port', 'publicUrl')
    if (port === 0) return [ok('PORT is 0, so where the service listens cannot be told.')]
    const address = addressAt(host, port)
    const reached = await reach(address, await facts.keys()).catch((error: Error) => error)
    if (reached instanceof Error) {
      const { why } = unanswered(address, reached)
      return publicUrl
        ? [ok(`The service does not run here (${why}).`)]
        : [warn(`The service does not run: ${why}.`, 'Start it, and run this again.')]
    }
    if (!reached.seen)
      return [
        fail(
          isService(reached)
            ? `A service with another key answers at ${address}.`
            : `Another program answers at ${address}.`,
          'Stop it, or set another PORT.',
        ),
      ]
    const { isReady, server } = await readiness(address, await facts.keys())
    const behind = server === undefined ? '' : `, with the database at ${server}`
    if (isReady) return [ok(`The service runs at ${address}, and is ready${behind}.`)]
    return [fail(`The service at ${address} cannot use its database.`, 'Its log says why.')]
  },
}

/** A listener on all addresses is reached at this machine's own. */
export const addressAt = (host: string, port: number): string => {
  const own = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${own}:${port}`
}
