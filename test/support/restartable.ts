import { type Environment, parseConfig } from '../../src/config/config.ts'
import { newLog } from '../../src/platform/log.ts'
import { type Service, startService } from '../../src/start.ts'
import { atEnd } from './at-end.ts'
import { newDatabase } from './service.ts'

/** A database of its own, and a way to start the service on it again and again with other settings. */
export const newRestartable = async (): Promise<{
  /** The settings that lead to the database. */
  database: Environment
  logs: string[]
  start(settings: Environment): Promise<Service>
}> => {
  const database = await newDatabase()
  const logs: string[] = []
  let running: Service | undefined
  const stop = async () => {
    const service = running
    running = undefined
    await service?.stop()
  }
  // before its folder goes: closing writes to it once more
  atEnd(stop)
  const start = async (settings: Environment) => {
    await stop()
    const log = newLog('debug', { write: (line: string) => logs.push(line) })
    const environment = { ...database, PORT: '0', LOG_LEVEL: 'debug', ...settings }
    running = await startService(parseConfig(environment), log)
    return running
  }
  return { database, logs, start }
}
