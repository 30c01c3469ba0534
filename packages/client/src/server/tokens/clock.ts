/**
 * Milliseconds that never go back, and advance while the machine sleeps, when most systems' monotonic clock stops.
 * Setting the wall clock forward makes them jump, so that answers expire early.
 */
export const newClock = (
  monotonicMs = () => performance.now(),
  wallMs = () => Date.now(),
): (() => number) => {
  const apartMs = wallMs() - monotonicMs()
  let sleptMs = 0

  return () => {
    const nowMs = monotonicMs()
    sleptMs = Math.max(sleptMs, wallMs() - nowMs - apartMs)
    return nowMs + sleptMs
  }
}
