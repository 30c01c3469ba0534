import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A folder in which `npx sallyport` runs the program, without npm, which is slow. */
export const newGuideShell = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-guide-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const program = fileURLToPath(new URL('../../cli/sallyport.js', import.meta.url))
  await writeFile(join(folder, 'npx'), `#!/bin/sh\nshift\nexec node '${program}' "$@"\n`, { mode: 0o755 })
  await symlink(process.execPath, join(folder, 'node'))
  const PATH = [folder, dirname(process.execPath), process.env.PATH].join(delimiter)
  /** Each line has to succeed. @returns their output */
  const run = async (script: string, env: NodeJS.ProcessEnv): Promise<string> => {
    const options = { cwd: folder, env: { ...env, PATH }, timeout: 300_000 }
    return (await promisify(execFile)('sh', ['-euc', script], options)).stdout
  }
  return { folder, run }
}

/** The blocks of a guide that are in one language, in their order. */
export const blocksOf = async (guide: string, language: string): Promise<string[]> => {
  const text = await readFile(new URL(`../../docs/guides/${guide}.md`, import.meta.url), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  )
}
