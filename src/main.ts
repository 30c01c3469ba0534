import { parseConfig } from './config.ts'
import { newLog } from './log.ts'
import { startService } from './start.ts'

const graceMs = 15_000

/** Runs the service with the settings of the environment until it is told to stop. */
export const serve = async (): Promise<void> => {
  const config = parseConfig(process.env)
  const log = newLog(config.logLevel)
  const service = await startService(config, log)
  log.info({ address: service.address }, 'listening')

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), graceMs).unref()
    await service.stop()
    log.info('stopped')
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

if (import.meta.main) {
  await serve().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}
