import { createHash } from 'node:crypto'

// a code is accepted for three steps of 30 seconds
const windowMs = 90_000
const most = 50_000

/**
 * Remembers spent steps for as long as their codes are accepted, so that setting `last_step` back in the
 * database revives no code in this process.
 */
export const spentSteps = (monotonicMs: () => number = () => performance.now()) => {
  const seen = new Map<string, { step: number; atMs: number }>()

  return {
    /** Whether a step, or a later one of that secret, is spent. */
    has: (secret: Uint8Array, step: number): boolean => {
      forget()
      return isSeen(nameOf(secret), step)
    },
    /** To be called once the step is spent for good: an undone attempt may be repeated. */
    note: (secret: Uint8Array, step: number): void => {
      forget()
      const name = nameOf(secret)
      if (isSeen(name, step)) return
      // at the end, so that the oldest stays first
      seen.delete(name)
      seen.set(name, { step, atMs: monotonicMs() })
    },
  }

  function isSeen(name: string, step: number) {
    return step <= (seen.get(name)?.step ?? -1)
  }

  function forget() {
    for (const [name, { atMs }] of seen) {
      if (seen.size <= most && monotonicMs() - atMs < windowMs) return
      seen.delete(name)
    }
  }
}

// no secrets in memory
const nameOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64')

/** Of this process. */
export const { has: isSpentStep, note: noteSpentStep } = spentSteps()
