import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

test("README's program makes a release, and its page and feed", async () => {
  // inside the package, because it is resolved by its name
  const copy = await mkdtemp(join(folder, 'test', 'copy-'))
  after(() => rm(copy, { recursive: true }))
  await cp(join(folder, 'example'), join(copy, 'example'), { recursive: true })
  const readme = await readFile(join(folder, 'README.md'), 'utf8')
  const [, program = ''] = /```ts\n(.+?)```/s.exec(readme) ?? []
  const args = ['--input-type=module-typescript', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.match(
    stdout,
    /^path-removed GET \/things true Nobody ever called it\.\npath-added GET \/things\/\{id\} false undefined\n\d{4} \d{4}\n$/,
  )
  assert.deepEqual(await readdir(join(copy, 'example/releases')), ['1.0.0.json', '1.1.0.json'])
})
