/**
 * What is packed is JavaScript, because Node strips no types inside `node_modules`, and before version 22 none at all.
 * `before` compiles it and lets the manifest name it; `after` puts the manifest back.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = import.meta.dirname
const [manifest, kept, dist] = ['package.json', 'package.json.kept', 'dist'].map((name) =>
  join(folder, name),
) as [string, string, string]

const before = () => {
  // an earlier run may have been interrupted
  after()
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' })
  // declarations keep the names of the sources
  for (const name of globSync('**/*.d.ts', { cwd: dist }))
    rewrite(join(dist, name), (text) => text.replace(/(['"]\.\.?\/[^'"]+)\.ts(?=['"])/g, '$1.js'))
  renameSync(manifest, kept)
  writeFileSync(manifest, `${JSON.stringify(packed(JSON.parse(readFileSync(kept, 'utf8'))), null, 2)}\n`)
}

const after = () => {
  if (existsSync(kept)) renameSync(kept, manifest)
  rmSync(dist, { recursive: true, force: true })
}

type Manifest = Record<string, unknown> & { bin: Record<string, string>; exports: Record<string, string> }

const packed = ({ scripts: _scripts, devDependencies: _dev, types: _types, ...manifest }: Manifest) => {
  const built = (path: string) => path.replace(/^(\.\/)?src\/(.+)\.ts$/, '$1dist/src/$2.js')
  const exported = (path: string) =>
    path.endsWith('.ts') ? { types: built(path).replace(/js$/, 'd.ts'), default: built(path) } : path
  return {
    ...manifest,
    bin: mapped(manifest.bin, built),
    exports: mapped(manifest.exports, exported),
  }
}

const mapped = <From, To>(object: Record<string, From>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

const rewrite = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')))

const acts: Record<string, () => void> = { before, after }
acts[process.argv[2] ?? '']?.()
