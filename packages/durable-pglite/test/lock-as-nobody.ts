import { lockFolder } from '../src/lock.ts'
import { nobody } from './as-nobody.ts'

const [folder = ''] = process.argv.slice(2)
// the real one, too: whether a folder can be written to is asked for that
process.setuid?.(nobody)
try {
  lockFolder(folder, '')
} catch (error) {
  process.stdout.write(String(error))
}
