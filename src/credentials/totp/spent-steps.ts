import { createHash } from 'node:crypto'

// A code is accepted for three steps of 30 seconds.
const windowMs = 90_000
const most = 50_000

/**
 * Remembers for as long as codes are accepted which step of a secret was spent, so that a `last_step` that was set back
 * in the database brings no code back to life in the process that saw it spent.
 *
 * @returns notes a step as spent: false when this step of the secret, or a later one, was spent before
 */
export const spentSteps = (monotonicMs: () => number = () => performance.now()) => {
  const seen = new Map<string, { step: number; atMs: number }>()

  return (secret: Uint8Array, step: number): boolean => {
    forget()
    // not the secret itself: nothing that lets people in stays in memory
    const name = createHash('sha256').update(secret).digest('base64')
    if (step <= (seen.get(name)?.step ?? -1)) return false
    // at the end, so that the oldest stands first
    seen.delete(name)
    seen.set(name, { step, atMs: monotonicMs() })
    return true
  }

  function forget() {
    for (const [name, { atMs }] of seen) {
      if (seen.size <= most && monotonicMs() - atMs < windowMs) return
      seen.delete(name)
    }
  }
}

/** Of this process. */
export const noteSpentStep = spentSteps()
