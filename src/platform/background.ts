export type Background = {
  later(work: () => Promise<void>): void
  /** Resolves when all work has finished. */
  settled(): Promise<void>
}

export const background = (onFailure: (error: unknown) => void): Background => {
  const underWay = new Set<Promise<void>>()
  return {
    later: (work) => {
      const running: Promise<void> = work()
        .catch(onFailure)
        .finally(() => underWay.delete(running))
      underWay.add(running)
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
