import { readdir, readFile } from 'node:fs/promises'

// only Linux reports these; elsewhere they are not numbers, and left out of the table

/** What the processes hold in memory now. */
export const memoryMb = (pids: readonly number[]): Promise<number> =>
  sum(pids, async (pid) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024
  })

const tickMicros = 10_000

/** The processor time that the processes have used since they began. */
export const cpuMicros = (pids: readonly number[]): Promise<number> =>
  sum(pids, async (pid) => {
    const { own } = await ticksOf(pid)
    return own * tickMicros
  })

/** The processes and their children, for scripts that start the real program. */
export const withChildren = async (pids: readonly number[]): Promise<number[]> => {
  const children = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')),
  )
  return [...pids, ...children.flatMap((line) => line.split(' ').filter(Boolean).map(Number))]
}

/** The writes of a process: to sockets, to files, and what wakes its threads. */
export const written = async (pid: number): Promise<{ writes: number; bytes: number }> => {
  const io = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '')
  const of = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(io)?.[1] ?? Number.NaN)
  return { writes: of('syscw'), bytes: of('wchar') }
}

/**
 * The processor time of a PostgreSQL server since it began, including ended connections. @param backend a process of it
 */
export const cpuMicrosOfServer = async (backend: number): Promise<number> => {
  const { parent: postmaster } = await ticksOf(backend)
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const children = await sum(all, async (pid) => {
    const { parent, own } = await ticksOf(pid)
    return parent === postmaster ? own : 0
  })
  const { ended } = await ticksOf(postmaster)
  return (children + ended) * tickMicros
}

/** The contents of `/proc/PID/stat` (proc(5)) for a process and its ended children. */
const ticksOf = async (pid: number | string) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // after its name, which may have blanks and brackets
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const of = (first: number) => (fields[first] ?? Number.NaN) + (fields[first + 1] ?? Number.NaN)
  return { parent: fields[1] ?? Number.NaN, own: of(11), ended: of(13) }
}

const sum = async <Each>(all: readonly Each[], read: (each: Each) => Promise<number>) =>
  (await Promise.all(all.map(read))).reduce((total, each) => total + each, 0)
