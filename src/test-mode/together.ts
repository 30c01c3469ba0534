type Work<Result> = () => Promise<Result>

/** Those who ask while it is under way get the next run, all the same one. */
export const together = (work: Work<void>): Work<void> => {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = () => {
    next = undefined
    running = work().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return begin()
    next ??= running.catch(() => {}).then(begin)
    return next
  }
}

/** Works for this many at once; those who ask meanwhile wait for their turn, in the order in which they came. */
export const fewAtOnce = (most: number): (<Result>(work: Work<Result>) => Promise<Result>) => {
  const waiting: (() => void)[] = []
  let free = most
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      const turn = waiting.shift()
      if (turn) turn()
      else free++
    }
  }
}
