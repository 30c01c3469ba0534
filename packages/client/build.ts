/** Writes the package: JavaScript without comments, and types with them. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = import.meta.dirname
const [staged, dist] = [join(folder, 'build'), join(folder, 'dist')]
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const compile = (...options: string[]) =>
  execFileSync(process.execPath, [tsc, '-p', join(staged, 'tsconfig.json'), ...options], { stdio: 'inherit' })

for (const made of [staged, dist]) rmSync(made, { recursive: true, force: true })
cpSync(join(folder, 'src'), staged, { recursive: true })
for (const test of globSync('**/*.test.ts', { cwd: staged })) rmSync(join(staged, test))
copyFileSync(join(folder, '../../contract/wire.ts'), join(staged, 'wire.ts'))
copyFileSync(join(folder, 'tsconfig.build.json'), join(staged, 'tsconfig.json'))
compile('--removeComments')
compile('--declaration', '--emitDeclarationOnly')
rmSync(staged, { recursive: true })

// declarations keep the names of the sources
for (const name of globSync('**/*.d.ts', { cwd: dist })) {
  const text = readFileSync(join(dist, name), 'utf8')
  writeFileSync(join(dist, name), text.replace(/(['"]\.\.?\/[^'"]+)\.ts(?=['"])/g, '$1.js'))
}
