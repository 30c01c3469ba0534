/** Makes the npm package: the parts that the program needs, with the types stripped. `npm run pack [-- FOLDER]` */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stage } from './stage.ts'

const folder = resolve(process.argv[2] ?? '.')
const staged = mkdtempSync(join(tmpdir(), 'sallyport-pack-'))
try {
  stage(staged)
  mkdirSync(folder, { recursive: true })
  const args = ['pack', '--silent', '--pack-destination', folder]
  const name = execFileSync('npm', args, { cwd: staged, encoding: 'utf8' }).trim()
  process.stdout.write(`${join(folder, name)}\n`)
} finally {
  rmSync(staged, { recursive: true })
}
