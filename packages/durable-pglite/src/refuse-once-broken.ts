type Stream = { nfd?: number }

/** What we mend in PGlite's WebAssembly module, which its types do not tell. */
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

// PGlite's POSTGRES_MAIN_LONGJMP: an ERROR, after which PostgreSQL goes on
const ordinaryError = 100

/**
 * Lets nothing run on a PostgreSQL that has broken down, by a PANIC, a FATAL or an error of JavaScript half way through
 * a commit. PGlite itself takes all of these for an ordinary error: it tries the statement for ever, or calls it done.
 *
 * @param lose told of a break-down. @returns what each statement is refused with from then on
 */
export const refuseOnceBroken = (module: PgliteModule, lose: (cause: unknown) => Error): void => {
  // an abort at the final checkpoint passes no statement
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
  // of what PGlite calls after a statement that threw, only this one is allowed to throw
  module._PostgresMainLoopOnce = module.stackRestore = refuse
  const nothing = () => {}
  module._PostgresSendReadyForQueryIfNecessary = nothing
  module._pgl_pq_flush = nothing
  // a checkpoint now would declare durable what is not
  module._pgl_run_atexit_funcs = nothing
}
