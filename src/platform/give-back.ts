import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Returns to the system what only the start needed: modules were read and compiled, and V8 would keep those 25 MB while
 * nobody asks anything. Takes about a tenth of a second.
 */
export const giveBackMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: (options: Record<string, string>) => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  // the one kind of collection that also shrinks the heap
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}
