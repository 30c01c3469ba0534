import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, parseArgs } from 'node:util'
import { citusSkipped } from './support/citus-skipped.ts'
import type { Cluster } from './support/cluster.ts'
import { embeddedTemplate, postgresTemplate, type Template } from './support/databases.ts'
import { type Database, planOf, type Turn } from './support/plan.ts'
import { processesOf } from './support/processes.ts'
import { keepTimes } from './support/times.ts'

/**
 * npm test                        what always runs: some minutes
 * npm test -- --everything        then all the rest
 * npm test -- FILE FOLDER GLOB …  these, on each database that they are for
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { everything: { type: 'boolean', default: false } },
})
const root = join(import.meta.dirname, '..')
process.chdir(root)
const { FAULTS, ONLY, SKIP_POSTGRES, TEST_DATABASE_URL } = process.env
if (ONLY && !['embedded', 'postgres'].includes(ONLY)) throw new Error('ONLY is either embedded or postgres')

const { always, later } = planOf(filesOf(positionals))
const isNamed = positionals.length > 0
const phases = [isNamed ? [...always, ...later] : always, values.everything && !isNamed ? later : []]
  .map((turns) => turns.filter(isWanted))
  .filter((turns) => turns.length > 0)

// Whatever is temporary, the tests' too, lies here and goes with it. PostgreSQL's own user has to pass through.
const workspace = mkdtempSync(join(tmpdir(), 'sallyport-tests-'))
chmodSync(workspace, 0o711)
process.env.TMPDIR = workspace
process.env.TEST_TIMES = join(workspace, 'times')
// Where the first test that needs a database without tables leaves it for the others.
process.env.TEST_BLANK_DIR = join(workspace, 'blank')
// npm fails where it cannot write.
if (!isWritable(process.env.npm_config_cache ?? join(homedir(), '.npm')))
  process.env.npm_config_cache = join(workspace, 'npm')
// What the first process made of the TypeScript serves the others.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compile')

const interruption = new AbortController()
let cluster: Cluster | undefined
let suite: ChildProcess | undefined
process.on('exit', () => {
  signalSuite()
  cluster?.kill()
  rmSync(workspace, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)

const say = (line: string) => void process.stdout.write(`\n${line}\n`)
const start = performance.now()
const passed = await runPhases().catch(complain)
if (!passed) process.exitCode ||= 1
const seconds = ((performance.now() - start) / 1000).toFixed(1)
say([...leftOut(), `${passed ? 'passed' : 'FAILED'} in ${seconds} s`].join('\n'))
process.exit()

function filesOf(named: readonly string[]): string[] {
  const every = ['packages/*/src', 'packages/*/model', 'src', 'cli', 'test']
  const places = named.length > 0 ? named.map((name) => relative(root, resolve(name))) : every
  const globs = places.map((place) => (place.endsWith('.test.ts') ? place : `${place}/**/*.test.ts`))
  const files = globSync(globs).sort()
  // `node --test` itself calls it a success when no file matches
  if (files.length === 0) throw new Error('There are no such tests')
  return files
}

function isWanted({ database }: Turn): boolean {
  if (database === 'postgres' && SKIP_POSTGRES === '1') return false
  return database === 'none' || !ONLY || ONLY === database
}

async function runPhases(): Promise<boolean> {
  const isNeeded = (wanted: Database) => phases.flat().some(({ database }) => database === wanted)
  const templates: Template[] = []
  if (isNeeded('embedded')) templates.push(await embeddedTemplate(workspace))
  if (isNeeded('postgres'))
    templates.push(await postgresTemplate(TEST_DATABASE_URL, (own) => (cluster = own)))
  const isCitus = templates.some((template) => template.isCitus)
  const env = Object.assign({}, ...templates.map((template) => template.env))
  let isGreen = true
  try {
    // a red short run is told at once
    for (const turns of phases) {
      isGreen &&= await runTurns(turns, plan(turns, templates), env, FAULTS === 'long' || isCitus)
    }
  } finally {
    for (const template of templates) await template.end()
  }
  if (isCitus) {
    const lines = Object.entries(citusSkipped).map(([name, reason]) => `  ${name}: ${reason}`)
    say(['Never run on Citus:', ...lines].join('\n'))
  }
  return isGreen
}

/** What is about to run, in a line. */
function plan(turns: readonly Turn[], templates: readonly Template[]): string {
  const count = (wanted: Database) => turns.filter(({ database }) => database === wanted).length
  const where = [
    `${count('postgres')} test files on ${templates.find(({ env }) => env.TEST_SERVERS)?.name ?? 'PostgreSQL'}`,
    `${count('embedded')} on the embedded database`,
    `${count('none')} without one`,
  ]
  return `Tests: ${where.filter((part) => !part.startsWith('0 ')).join(', ')}`
}

/** What did not run, and how to run it. */
function leftOut(): string[] {
  const lines = []
  if (SKIP_POSTGRES === '1') lines.push('SKIPPED: all that needs a real PostgreSQL, because SKIP_POSTGRES=1')
  if (!isNamed && !values.everything)
    lines.push(
      `Left out: browsers, packages, outages and killed processes, and most of the embedded database (${later.length} files).`,
      'To run everything: npm test -- --everything',
    )
  return lines
}

/** In a process group of their own, so that what the tests started and forgot ends with them. */
async function runTurns(
  turns: readonly Turn[],
  title: string,
  more: Record<string, string>,
  isLong: boolean,
): Promise<boolean> {
  if (interruption.signal.aborted) return false
  say(title)
  // a hundred kills take their time, as do databases of four servers
  const timeoutMs = isLong ? 1_800_000 : 300_000
  const args = [join(root, 'test/support/run-files.ts'), `${timeoutMs}`, ...processesOf(turns, workspace)]
  suite = spawn(process.execPath, args, {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...more },
  })
  const [code] = await once(suite, 'exit')
  for (let tries = 0; tries < 50 && signalSuite(); tries++) await sleep(100)
  keepMeasured()
  return code === 0
}

function keepMeasured(): void {
  const file = `${process.env.TEST_TIMES}`
  if (existsSync(file))
    keepTimes(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function complain(error: unknown): void {
  if (!interruption.signal.aborted) process.stderr.write(`\n${inspect(error)}\n`)
}

function interrupt(): void {
  process.exitCode = 130
  interruption.abort()
  signalSuite()
  setTimeout(() => process.exit(), 10_000).unref()
}

function signalSuite(): boolean {
  try {
    return suite?.pid ? process.kill(-suite.pid, 'SIGINT') : false
  } catch {
    return false
  }
}
