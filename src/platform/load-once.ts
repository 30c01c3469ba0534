/**
 * Loads at the first call what every later one is given, too. What failed is tried again: files may be missing, or too many
 * be open, for a moment only.
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
