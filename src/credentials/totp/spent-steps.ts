import { createHash } from 'node:crypto'

// a code is accepted for three steps of 30 seconds
const windowMs = 90_000
const most = 50_000

/**
 * Remembers spent steps for as long as their codes are accepted, so that setting `last_step` back in the
 * database revives no code in this process.
 * @returns notes a step as spent; false if it, or a later one of that secret, already was
 */
export const spentSteps = (monotonicMs: () => number = () => performance.now()) => {
  const seen = new Map<string, { step: number; atMs: number }>()

  return (secret: Uint8Array, step: number): boolean => {
    forget()
    // no secrets in memory
    const name = createHash('sha256').update(secret).digest('base64')
    if (step <= (seen.get(name)?.step ?? -1)) return false
    // at the end, so that the oldest stays first
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
