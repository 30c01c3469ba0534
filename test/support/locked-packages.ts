import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lock, tarballOf } from './registry.ts'

const run = promisify(execFile)
const program = 'node_modules/sallyport'

type Installed = { version: string; integrity?: string; inBundle?: boolean }

/**
 * Checks everything that npm installed with the program: it has the lock file's version and digest. Packages from the
 * program's tarball have no file that the tarball with that digest lacks.
 */
export const assertLocked = async (folder: string): Promise<void> => {
  const list = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')
  const { [program]: _, ...others }: Record<string, Installed> = JSON.parse(list).packages
  const places = new Set<string>()
  for (const [path, { version, integrity, inBundle }] of Object.entries(others)) {
    const place = path.replace(`${program}/`, '')
    places.add(place)
    assert.equal(version, lock[place]?.version, path)
    if (inBundle) assertFiles(join(folder, path), await originalOf(place))
    else assert.equal(integrity, lock[place]?.integrity, path)
  }
  const needed = Object.keys(lock).filter((place) => !lock[place]?.dev && !lock[place]?.os)
  assert.deepEqual(new Set(needed).difference(places), new Set())
}

const assertFiles = (folder: string, original: string) => {
  const files = globSync('**', { cwd: folder, exclude: ['node_modules'] })
  const texts = files.filter((file) => statSync(join(folder, file)).isFile())
  assert.ok(texts.includes('package.json'), folder)
  for (const file of texts)
    assert.ok(textOf(join(folder, file)) === textOf(join(original, file)), join(folder, file))
}

/** npm makes the first line of a command end as systems other than Windows need it. */
const textOf = (file: string) => readFileSync(file, 'latin1').replace(/^(#!.+)\r\n/, '$1\n')

const folders: Record<string, string> = {}
/** Where a registry's tarball for a place of the lock file is unpacked. */
export const originalOf = async (place: string): Promise<string> => {
  const known = folders[place]
  if (known) return known
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-original-'))
  await run('tar', [
    '-xzf',
    await tarballOf(place),
    '-C',
    folder,
    '--strip-components',
    '1',
    '--no-same-owner',
  ])
  folders[place] = folder
  return folder
}
