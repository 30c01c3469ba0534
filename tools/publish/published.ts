import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a version is out, and if so, whether with the same files. */
export type Published = 'no' | 'same' | 'other'

/** @param spec name and version, as in `durable-pglite@0.1.0` @param tarball that would be published as that */
export const publishedAs = (spec: string, tarball: string): Published => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-publish-'))
  try {
    const found = fetchTarball(spec, folder)
    if (!found) return 'no'
    return isSame(unpacked(found, join(folder, 'out')), unpacked(tarball, join(folder, 'here')))
      ? 'same'
      : 'other'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @returns undefined if the registry has no such version @throws if it cannot be asked */
const fetchTarball = (spec: string, folder: string): string | undefined => {
  const args = ['pack', spec, '--silent', '--json', '--prefer-online', '--pack-destination', folder]
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
  const [name] = globSync('*.tgz', { cwd: folder })
  if (status === 0 && name) return join(folder, name)
  if (/"code": "(E404|ETARGET)"/.test(stdout)) return undefined
  throw new Error(`npm could not say whether ${spec} is out:\n${stdout}${stderr}`)
}

const unpacked = (tarball: string, folder: string): string => {
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components', '1'])
  return folder
}

const isSame = (one: string, other: string): boolean => {
  const [files, others] = [filesIn(one), filesIn(other)]
  const isEqual = (file: string) => readFileSync(join(one, file)).equals(readFileSync(join(other, file)))
  return files.join('\n') === others.join('\n') && files.every(isEqual)
}

const filesIn = (folder: string) =>
  globSync('**', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
