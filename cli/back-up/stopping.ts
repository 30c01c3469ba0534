/** Aborted by Ctrl-C and SIGTERM, so that incomplete files can be removed. */
export const stopping = (): AbortSignal => {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('It was stopped. Nothing was kept.'))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return controller.signal
}
