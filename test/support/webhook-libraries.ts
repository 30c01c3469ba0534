import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fetched } from './fetched.ts'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../node_modules/.cache/webhook-libraries')
const programs = join(import.meta.dirname, '../compiled/verify-webhooks')

/** What a library is asked about: a message as it came, and a secret. */
export type Asked = { secret: string; headers: Record<string, string>; body: string }

/** A stock library of Standard Webhooks in another language. */
export type WebhookLibrary = {
  /** Why it cannot run, if so. */
  missing: string | false
  /** @returns which of the messages are genuine */
  verify(asked: readonly Asked[]): boolean[]
}

const python = 'standardwebhooks==1.1.0'

/** The libraries by their languages. Missing ones are fetched. */
export const findWebhookLibraries = async (): Promise<Record<string, WebhookLibrary>> => {
  const folder = join(cache, python)
  const [hasPython, hasGo] = await Promise.all([fetchPython(folder), fetchGo()])
  return {
    Python: {
      missing: !hasPython && `*** ${python} COULD NOT BE FETCHED WITH PIP ***`,
      verify: verifyBy(['python3', 'verify.py'], { PYTHONPATH: folder }),
    },
    Go: {
      missing: !hasGo && '*** THE MODULE OF STANDARD WEBHOOKS COULD NOT BE FETCHED WITH GO ***',
      verify: verifyBy(['go', 'run', '.']),
    },
  }
}

const verifyBy =
  ([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  (asked: readonly Asked[]): boolean[] => {
    const { stdout, stderr, status } = spawnSync(program, args, {
      cwd: programs,
      env: { ...process.env, ...env, PYTHONDONTWRITEBYTECODE: '1' },
      input: asked.map((each) => JSON.stringify(each)).join('\n'),
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

const quiet = ['--quiet', '--disable-pip-version-check', '--retries', '0', '--no-deps']

const fetchPython = (folder: string): Promise<boolean> =>
  fetched(folder, (partial) =>
    run('python3', ['-m', 'pip', 'install', ...quiet, '--target', partial, python], { timeout: 60_000 }),
  )

/** Into Go's own cache. @returns whether it is there */
const fetchGo = (): Promise<boolean> =>
  run('go', ['vet', '.'], { cwd: programs, timeout: 120_000 }).then(
    () => true,
    () => false,
  )
