/**
 * Makes the npm packages, each after those that it needs: the parts that run, without what only a checkout needs.
 * `npm run pack [-- FOLDER [NAME…]]`
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { writeImage } from '../../src/test-mode/image.ts'
import { libraries } from './libraries.ts'
import { packedImages } from './manifest.ts'
import { stage } from './stage.ts'
import { furnish, stageLibrary } from './stage-library.ts'

const [destination = '.', ...asked] = process.argv.slice(2)
const folder = resolve(destination)
const workshop = mkdtempSync(join(tmpdir(), 'sallyport-pack-'))

const stageProgram = async () => {
  const staged = join(workshop, 'program')
  mkdirSync(staged)
  stage(staged)
  await writeImage(join(staged, packedImages))
  return staged
}

const stages: Record<string, () => string | Promise<string>> = {
  ...Object.fromEntries(
    libraries.map((library) => [library.manifest.name, () => stageLibrary(library, workshop)]),
  ),
  [manifest.name]: stageProgram,
}

const packed = (staged: string) => {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  return execFileSync('npm', args, { cwd: staged, encoding: 'utf8' }).trim()
}

const unknown = asked.find((name) => !stages[name])
if (unknown) throw new Error(`There is no package ${unknown}: ${Object.keys(stages).join(', ')}`)
try {
  furnish(workshop)
  mkdirSync(folder, { recursive: true })
  for (const [name, staged] of Object.entries(stages)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    process.stdout.write(`${join(folder, packed(await staged()))}\n`)
  }
} finally {
  rmSync(workshop, { recursive: true })
}
