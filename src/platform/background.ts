type Background = {
  /** @param work is told when a stop begins: it should pause no longer */
  later(work: (stopping: AbortSignal) => Promise<void>): void
  /** Tells all work of a stop, and resolves when it has finished. */
  settled(): Promise<void>
}

export const background = (onFailure: (error: unknown) => void): Background => {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  return {
    later: (work) => {
      const running: Promise<void> = work(stopping.signal)
        .catch(onFailure)
        .finally(() => underWay.delete(running))
      underWay.add(running)
    },
    settled: async () => {
      stopping.abort()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
