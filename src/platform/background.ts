type Background = {
  /** @param work is informed when a stop begins, and should then no longer pause */
  later(work: (stopping: AbortSignal) => Promise<void>): void
  /** Announces a stop to all work, and resolves when that has finished. */
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
