import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism, setPriority } from 'node:os'

const cores = availableParallelism()

/** One more than can run: while one asks the database whether it may begin, the cores have work. */
export const hashesAtOnce = cores + 1

/**
 * The threads of Node's own pool, which hash. More of them than cores would take turns, and drive each other's 19 MiB
 * out of the caches. Names are looked up by no more than half of them, so a silent name server leaves the other half.
 */
export const poolThreads = Math.max(2, cores)

const threads = '/proc/self/task'
const niceness = 10

/**
 * Lets the threads on which passwords are hashed step back behind the one that answers requests, so that a flood of
 * sign-ins slows down sign-ins and hardly anything else. Only Linux has priorities of threads; elsewhere this does
 * nothing.
 */
export const lowerHashThreads = async (): Promise<void> => {
  // to read the folder starts the threads, if they did not run yet
  for (const id of await readdir(threads).catch(() => [])) {
    const name = await readFile(`${threads}/${id}/comm`, 'utf8')
    if (name === 'libuv-worker\n') setPriority(Number(id), niceness)
  }
}
