/** Aborted by Ctrl-C and SIGTERM, so that incomplete files can be removed. */
export const stopping = (words = 'It was stopped. Nothing was kept.'): AbortSignal => {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error(words))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return controller.signal
}
