import { readFile } from 'node:fs/promises'

// Linux alone tells these; elsewhere they are not numbers, and left out of the table

/** What the processes hold in memory now. */
export const memoryMb = (pids: readonly number[]): Promise<number> =>
  sum(pids, async (pid) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024
  })

const tickMicros = 10_000

/** What the processes have used of the processor since they began. */
export const cpuMicros = (pids: readonly number[]): Promise<number> =>
  sum(pids, async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [user = Number.NaN, system = Number.NaN] =
      stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
    return (user + system) * tickMicros
  })

const sum = async (pids: readonly number[], read: (pid: number) => Promise<number>) =>
  (await Promise.all(pids.map(read))).reduce((total, each) => total + each, 0)
