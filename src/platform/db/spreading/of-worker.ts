import { errorMessage, propertiesOf } from '../../properties-of.ts'

/** Whether Citus could not use a worker. The coordinator, and our connection to it, are unaffected. */
export const isOfWorker = (error: unknown): boolean => {
  const { where, severity } = propertiesOf(error)
  return (
    severity === 'ERROR' &&
    (/while executing command on/.test(`${where}`) || worker.test(errorMessage(error)))
  )
}

/** Host and port of the worker that a command failed on. A failed connection names it in its message. */
export const workerIn = (error: unknown): string | undefined =>
  /while executing command on (\S+)/.exec(`${propertiesOf(error).where}`)?.[1]

// Citus speaks English only
const worker =
  /^(connection (to the remote node|establishment for node)|could not establish any connections to the node|could not commit transaction for shard|failed to prepare transaction|failure on connection marked as essential)/
