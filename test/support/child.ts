import type { Environment } from '../../src/config/config.ts'

/** For each Node that tests start: WebAssembly that runs for seconds is not worth being optimised. */
export const nodeFlags = ['--liftoff-only']

// on Citus, what commands run is written down, too
const noting = new URL('./statements/note-in-child.ts', import.meta.url)

/** The environment of a process that a test starts: its settings, and no others that are set here. */
export const childEnvironment = (settings: Environment): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE, TEST_SERVERS = '' } = process.env
  const NODE_OPTIONS = TEST_SERVERS.includes(' ') ? `--import ${noting}` : undefined
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, ...settings } as NodeJS.ProcessEnv
}

/** For `--import`: the process ends with the folder on stderr where Node keeps what it compiled, or an empty line. */
export const tellKept = `data:text/javascript,${encodeURIComponent(`
  import { getCompileCacheDir } from 'node:module'
  process.on('exit', () => console.error(getCompileCacheDir() ?? ''))`)}`
