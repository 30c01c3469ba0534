import { lockFolder } from '../src/lock.ts'
import { nobody } from './as-nobody.ts'

const [folder = ''] = process.argv.slice(2)
process.seteuid?.(nobody)
try {
  lockFolder(folder, '')
} catch (error) {
  process.stdout.write(String(error))
}
