import { lockFolder } from '../src/lock.ts'

// Takes the lock of a folder at the moment it is told, says whether it could, and lets go when told again.
const folder = String(process.argv[2])
let unlock: (() => void) | undefined

process.on('message', (atMs: number | 'release') => {
  if (atMs === 'release') {
    unlock?.()
    unlock = undefined
    return process.send?.('released')
  }
  while (Date.now() < atMs);
  try {
    unlock = lockFolder(folder, '')
  } catch {}
  process.send?.(unlock ? 'taken' : 'refused')
})
process.send?.('ready')
