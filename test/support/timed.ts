const tickMs = 20
/** Timers are a little late on any machine. */
const lateMs = 20

/**
 * How long something takes, for an upper bound.
 * @returns in milliseconds, without those in which the thread neither waited in its loop nor computed: the machine was busy
 * with others, or stood still. Nor does a call count that blocks without computing, such as one for the disk.
 */
export const timed = async (work: () => unknown): Promise<number> => {
  const begunMs = performance.now()
  let haltedMs = 0
  let [lastMs, computedMs] = [begunMs, threadMs()]
  const look = () => {
    const [nowMs, nowComputedMs] = [performance.now(), threadMs()]
    const missedMs = nowMs - lastMs - (nowComputedMs - computedMs) - tickMs
    if (missedMs > lateMs) haltedMs += missedMs
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
