/**
 * Loads at the first call, and returns the same later. A failure is retried: files may be missing, or too many open,
 * only for a moment.
 */
export const loadOnce = <Thing>(load: () => Promise<Thing>): (() => Promise<Thing>) => {
  let loading: Promise<Thing> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
