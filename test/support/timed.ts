const tickMs = 20
/** Longer than a loop that is let run is ever late. */
const haltMs = 100

/**
 * How long something takes, for an upper bound.
 * @returns in milliseconds, without those in which this thread would have run and was not let: a machine that is busy, or
 * stands still, makes nothing slow that is measured here. What the thread computes counts, however long it blocks.
 */
export const timed = async (work: () => unknown): Promise<number> => {
  const begunMs = performance.now()
  let haltedMs = 0
  let [lastMs, computedMs] = [begunMs, threadMs()]
  const look = () => {
    const [nowMs, nowComputedMs] = [performance.now(), threadMs()]
    const lateMs = nowMs - lastMs - (nowComputedMs - computedMs) - tickMs
    if (lateMs > haltMs) haltedMs += lateMs
    ;[lastMs, computedMs] = [nowMs, nowComputedMs]
  }
  const ticking = setInterval(look, tickMs)
  try {
    await work()
    look()
    return performance.now() - begunMs - haltedMs
  } finally {
    clearInterval(ticking)
  }
}

const threadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
