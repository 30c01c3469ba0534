type Stream = { nfd?: number }

/** The parts of PGlite's WebAssembly module that we patch; its types leave them out. */
export type PgliteModule = {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } }
  onRuntimeInitialized: () => void
  onAbort?: () => void
  stackRestore: (pointer: number) => void
  _PostgresMainLoopOnce: () => void
  _PostgresSendReadyForQueryIfNecessary: () => void
  _pgl_pq_flush: () => void
  _pgl_run_atexit_funcs: () => void
}

// PGlite's POSTGRES_MAIN_LONGJMP: an ERROR that PostgreSQL recovers from
const ordinaryError = 100

/**
 * Stops everything after a PANIC, a FATAL or a JavaScript error in the middle of a commit. PGlite treats these as
 * ordinary errors, and retries forever or reports success.
 * @param lose told of the breakdown; returns what later statements throw
 */
export const refuseOnceBroken = (module: PgliteModule, lose: (cause: unknown) => Error): void => {
  // an abort at the final checkpoint reaches no statement
  module.onAbort = () => void lose(new Error('PostgreSQL aborted'))
  const initialized = module.onRuntimeInitialized
  module.onRuntimeInitialized = () => {
    initialized()
    const runStatement = module._PostgresMainLoopOnce
    module._PostgresMainLoopOnce = () => {
      try {
        runStatement()
      } catch (error) {
        if ((error as { status?: unknown }).status !== ordinaryError) seal(module, lose(error))
        throw error
      }
    }
  }
}

const seal = (module: PgliteModule, refusal: Error) => {
  const refuse = () => {
    throw refusal
  }
  // of PGlite's calls after a failed statement, only this one may throw
  module._PostgresMainLoopOnce = module.stackRestore = refuse
  const nothing = () => {}
  module._PostgresSendReadyForQueryIfNecessary = nothing
  module._pgl_pq_flush = nothing
  // a checkpoint would mark lost data as durable
  module._pgl_run_atexit_funcs = nothing
}
