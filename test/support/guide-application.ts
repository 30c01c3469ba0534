import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { atEnd } from './at-end.ts'
import { childEnvironment } from './child.ts'
import { imageCache } from './test-mode.ts'

const root = join(import.meta.dirname, '../..')

/** The guide about an application's tests. */
export const guide = readFileSync(join(root, 'docs/guides/test-your-application.md'), 'utf8')

/** Its blocks in a language, in their order. */
export const blocksIn = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => `${code}`)

/** How many lines of a block say something. */
export const linesOf = (block = ''): number => block.split('\n').filter((line) => line.trim() !== '').length

/**
 * A folder of an application with these files, where `sallyport` of this checkout is installed. It goes with the test file.
 * @param packages the folders of others, by name
 * @returns runs a program there, and gives what it printed, once all that it started has ended; throws an `Error` with that if it fails
 */
export const placeApplication = async (
  files: Record<string, string>,
  packages: Record<string, string> = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-application-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const testing = pathToFileURL(join(root, 'src/test-mode/index.ts')).href
  const placed = {
    'package.json': '{"private":true,"type":"module"}',
    'node_modules/sallyport/package.json': '{"type":"module","exports":{"./testing":"./testing.js"}}',
    'node_modules/sallyport/testing.js': `export * from '${testing}'\n`,
    ...files,
  }
  const linked = {
    'node_modules/.bin/sallyport': join(root, 'cli/sallyport.js'),
    // the application's home has the image of an empty database
    '.cache/sallyport': imageCache,
    ...Object.fromEntries(Object.entries(packages).map(([name, path]) => [`node_modules/${name}`, path])),
  }
  await mkdir(imageCache, { recursive: true })
  for (const path of Object.keys({ ...placed, ...linked }))
    await mkdir(dirname(join(folder, path)), { recursive: true })
  for (const [path, text] of Object.entries(placed)) await writeFile(join(folder, path), text)
  for (const [path, target] of Object.entries(linked)) await symlink(target, join(folder, path))
  return (program: string, args: readonly string[], more: Record<string, string> = {}) =>
    runIn(folder, program, args, more)
}

const runIn = async (
  folder: string,
  program: string,
  args: readonly string[],
  more: Record<string, string>,
) => {
  const env = childEnvironment({ HOME: folder, ...more })
  const ran = promisify(execFile)(program, args, { cwd: folder, env })
  const { stdout } = await ran.catch(({ stdout, stderr }) =>
    Promise.reject(new Error(`${stdout}\n${stderr}`)),
  )
  await allEnded(folder)
  return stdout
}

const allEnded = async (folder: string) => {
  for (const deadline = Date.now() + 60_000; programsOf(folder).length > 0; await sleep(100))
    assert.ok(Date.now() < deadline, `still there: ${programsOf(folder)}`)
}

/** As Linux lists them; elsewhere nobody looks. */
const programsOf = (folder: string) =>
  globSync('/proc/[0-9]*/cmdline')
    .map(textOf)
    .filter((line) => line.includes(folder))

const textOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ')
  } catch {
    // it has ended meanwhile
    return ''
  }
}
