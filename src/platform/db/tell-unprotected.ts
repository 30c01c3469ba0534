import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { tlsRemedy, unprotectedServers } from './unprotected.ts'

/** Warns at each start of database servers whose identity is not verified. */
export const tellUnprotected = (
  { databaseUrl, databaseTls }: Pick<Config, 'databaseUrl' | 'databaseTls'>,
  log: Pick<Logger, 'warn'>,
): void => {
  if (databaseTls === 'off') return
  for (const { name, lacks } of unprotectedServers(databaseUrl))
    log.warn({ server: name }, `the connection to the database at ${name} lacks ${lacks}. ${tlsRemedy}`)
}
