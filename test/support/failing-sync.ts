import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded into a service: after SIGUSR2 the sync numbered FAILING_SYNC fails, and later ones succeed, as the system
// reports after the disk has lost data.
const failing = Number(process.env.FAILING_SYNC)
const sync = fs.fdatasyncSync
let syncs = Number.NEGATIVE_INFINITY
process.on('SIGUSR2', () => {
  syncs = 0
})

fs.fdatasyncSync = (descriptor) => {
  syncs++
  if (syncs === failing) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  sync(descriptor)
}
syncBuiltinESMExports()
