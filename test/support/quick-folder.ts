import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const roomBytes = 8 * 2 ** 30

/** Where temporary files go: into memory if it has room, because hundreds of databases are copied and soon deleted. */
export const quickFolder = (): string => {
  if (process.env.TMPDIR || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > roomBytes ? memory : tmpdir()
}
