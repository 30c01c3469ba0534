import { readFileSync } from 'node:fs'
import type { Times } from './times.ts'

const tickMs = 10

/** The time that this process took since it began, or since `start`, with its ended children. */
export const processTimes = (start?: Times): Times => {
  const { user, system } = process.cpuUsage()
  return {
    wallMs: Math.round(performance.now() - (start?.wallMs ?? 0)),
    processorMs: Math.round((user + system) / 1000 + childrenMs() - (start?.processorMs ?? 0)),
  }
}

/** proc_pid_stat(5): cutime and cstime, which Linux alone tells. */
const childrenMs = (): number => {
  try {
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const [cutime, cstime] = fields.split(' ').slice(13, 15).map(Number)
    return ((cutime ?? 0) + (cstime ?? 0)) * tickMs
  } catch {
    return 0
  }
}
