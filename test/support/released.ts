import { execFileSync } from 'node:child_process'
import { globSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] })

/** The last released version, and its commit. Undefined outside a clone, or in a shallow one. */
export const lastRelease = (): { version: string; commit: string } | undefined => {
  const numeric = new Intl.Collator('en', { numeric: true })
  const versions = globSync('*.json', { cwd: join(root, 'contract/releases') })
  const version = basename(versions.sort(numeric.compare).at(-1) ?? '', '.json')
  try {
    const subject = `^chore(release): ${version.replaceAll('.', '\\.')}$`
    const commit = git('log', '-1', '--format=%H', `--grep=${subject}`).toString().trim()
    return commit ? { version, commit } : undefined
  } catch {
    return
  }
}

/** Puts the program of a commit into a folder, beside what is installed here. @returns the folder */
export const checkOut = async (commit: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-released-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const archive = git('archive', commit, 'src', 'contract', 'packages', 'examples', 'package.json')
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const [installed, modules] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  const own = readdirSync(join(folder, 'packages'))
  await mkdir(modules)
  for (const name of new Set([...readdirSync(installed), ...own]))
    await symlink(join(own.includes(name) ? join(folder, 'packages') : installed, name), join(modules, name))
  return folder
}

/** A program in such a folder that serves, and runs its jobs at each SIGUSR2. */
export const servingProgram = async (folder: string): Promise<string> => {
  const path = join(folder, 'serve.ts')
  await writeFile(path, source)
  return path
}

const source = `
import { parseConfig } from './src/config/config.ts'
import { jobs } from './src/modules.ts'
import { runJobs } from './src/platform/jobs.ts'
import { newLog } from './src/platform/log.ts'
import { startService } from './src/start.ts'

const log = newLog('info')
const { deps, stop } = await startService(parseConfig(process.env), log)
process.on('SIGTERM', () => stop().then(() => process.exit()))
process.on('SIGUSR2', () => runJobs(deps, jobs).then(() => log.info('jobs done')))
`
