import { parseConfig } from './config.ts'
import { poolThreads } from './crypto/hash-threads.ts'
import { newLog } from './log.ts'
import { startService } from './start.ts'

// four unless told otherwise, however many cores there are
process.env.UV_THREADPOOL_SIZE ??= String(poolThreads)

const graceMs = 15_000

/** Runs the service with the settings of the environment until it is told to stop. */
export const serve = async (): Promise<void> => {
  const config = parseConfig(process.env)
  const log = newLog(config.logLevel)
  // before it listens: who sees it listen may send a signal at once
  const starting = startService(config, log)
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), graceMs).unref()
    const service = await starting
    await service.stop()
    log.info('stopped')
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // npm hands a signal to a shell that keeps it to itself: the end of that shell is the signal
  if (process.env.npm_lifecycle_event) onOrphaned(() => stop('the end of npm'))
  await starting
}

const onOrphaned = (act: () => void) => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500).unref()
}

if (import.meta.main) {
  await serve().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}
