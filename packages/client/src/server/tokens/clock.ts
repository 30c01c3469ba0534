/**
 * Milliseconds that are never put back, and go on while the machine sleeps: the monotonic clock of most systems stands still
 * then. A wall clock that is put forward makes them jump, so that answers end early.
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
