import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Why such a disk is impossible here, if so. */
export const noDisk = process.platform !== 'linux' || process.getuid?.() !== 0 ? 'needs root on Linux' : false

/** A disk of that size, gone with the test file. `fill` leaves no byte free, and `empty` undoes that. */
export const smallDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  after(() => execFileSync('umount', ['--lazy', folder]))
  const ballast = join(folder, 'ballast')
  const fill = () => {
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(4096))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  return { folder, fill, empty: () => rmSync(ballast) }
}
