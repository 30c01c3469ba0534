import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism, setPriority } from 'node:os'

const cores = availableParallelism()

/** Two more than can run: the cores stay busy while attempts are counted in the database, one statement at a time. */
export const hashesAtOnce = cores + 2

/**
 * Threads of Node's pool that hash. More than cores would evict each other's 19 MiB from the caches. DNS lookups use
 * at most half of the pool.
 */
export const poolThreads = Math.max(2, cores)

const threads = '/proc/self/task'
const niceness = 10

/** Lowers the priority of the hashing threads, so that sign-ins don't slow down everything else. Linux only. */
export const lowerHashThreads = async (): Promise<void> => {
  // reading the folder starts the threads
  for (const id of await readdir(threads).catch(() => [])) {
    const name = await readFile(`${threads}/${id}/comm`, 'utf8')
    if (name === 'libuv-worker\n') setPriority(Number(id), niceness)
  }
}
