import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { parseConfig } from './config/config.ts'
import { misspeltSettings } from './config/wrong-settings.ts'
import { providerFaults } from './credentials/identities/providers/configured.ts'
import { greetingOf } from './greeting.ts'
import { poolThreads } from './platform/crypto/hash-threads.ts'
import { operatorMessage } from './platform/errors.ts'
import { giveBackMemory } from './platform/give-back.ts'
import { newLog } from './platform/log.ts'
import { type Service, startService } from './start.ts'

// Node's default is four
process.env.UV_THREADPOOL_SIZE ??= String(poolThreads)

const graceMs = 15_000
/** For an interrupted start: nobody was served yet, and every migration is a transaction. */
const unwindMs = 5_000

export const serve = async (): Promise<void> => {
  const config = parseConfig(process.env, providerFaults)
  const log = newLog(config.logLevel)
  for (const line of misspeltSettings(process.env)) log.warn(line)
  const stopping = new AbortController()
  // before it listens, because a signal may arrive right then
  const starting = startService(config, log, Date.now, {
    signal: stopping.signal,
    // immediately: the event loop's next turn might send an answer
    giveUp: () => process.exit(1),
  })
  endOnce(log, stopping, starting)
  const service = await starting.catch((error) => {
    if (!stopping.signal.aborted) throw error
  })
  giveBackMemory()
  if (service && process.stdout.isTTY) process.stdout.write(greetingOf(service, config))
}

/** Ends the process once, after a signal or an uncaught exception, when requests in progress are done. */
const endOnce = (log: Logger, stopping: AbortController, starting: Promise<Service>) => {
  let exitCode = 0
  const end = async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    setTimeout(() => process.exit(1), graceMs).unref()
    const service = await Promise.race([starting.catch(() => {}), sleep(unwindMs)])
    await service?.stop()
    log.info('stopped')
    process.exit(exitCode)
  }
  const stop = (signal: string) => {
    if (!stopping.signal.aborted) log.info({ signal }, 'stopping')
    void end()
  }
  // not `once`: a second signal would kill a stop in progress
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // npm passes signals to a shell that does not forward them, so the end of that shell is the signal
  if (process.env.npm_lifecycle_event) onOrphaned(() => stop('the end of npm'))
  // unhandled rejections arrive here, too
  process.on('uncaughtException', (error) => {
    log[exitCode === 0 ? 'fatal' : 'error']({ err: error }, 'uncaught exception; shutting down')
    exitCode = 1
    void end()
  })
}

/** Acts once, when the process that started this one has ended. */
export const onOrphaned = (act: () => void) => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500).unref()
}

if (import.meta.main) {
  await serve().catch((error: Error) => {
    process.stderr.write(`${operatorMessage(error)}\n`)
    process.exit(1)
  })
}
