import { fdatasyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { PgliteModule } from './refuse-once-broken.ts'

/**
 * PGlite's file system with the `fsync` it lacks: without it, a power cut loses or corrupts acknowledged commits.
 * Needs `wal_sync_method=fsync` and no `-F`: in this build `fdatasync` never reaches the file system.
 * @param sync makes a file durable, given its descriptor
 * @param mend called with the module before PostgreSQL starts
 */
export const durableFs = (
  folder: string,
  sync: (descriptor: number) => void = fdatasyncSync,
  mend: (module: PgliteModule) => void = () => {},
): NodeFS => {
  const fs = new NodeFS(folder)
  const init = fs.init.bind(fs)
  fs.init = async (pg, options) => {
    const prepared = await init(pg, options)
    const { emscriptenOpts } = prepared
    emscriptenOpts.preRun = [
      ...[emscriptenOpts.preRun ?? []].flat(),
      (started: unknown) => {
        const module = started as PgliteModule
        module.NODEFS.stream_ops.fsync = ({ nfd }) => {
          if (nfd !== undefined) sync(nfd)
          return 0
        }
        mend(module)
      },
    ]
    return prepared
  }
  return fs
}
