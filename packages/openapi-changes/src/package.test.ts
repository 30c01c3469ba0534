import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }

const folder = fileURLToPath(new URL('..', import.meta.url))

test('it is packed with its program, licence and documentation, and without its tests', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' })
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  const paths = files.map(({ path }) => path)
  const known = /^(src\/.+(?<!\.test)\.ts|example\/(old|new)\.yaml|package\.json|README\.md|LICENSE)$/
  assert.deepEqual(
    paths.filter((path) => !known.test(path)),
    [],
  )
  const named = [...Object.values(manifest.exports), ...Object.values(manifest.bin), manifest.types]
  const needed = [...named.map((path) => path.replace('./', '')), 'README.md', 'LICENSE', 'example/old.yaml']
  assert.deepEqual(
    needed.filter((path) => !paths.includes(path)),
    [],
  )
})
