import type { Environment } from '../../src/config/config.ts'

/** For each Node that tests start: WebAssembly that runs for seconds is not worth being optimised. */
export const nodeFlags = ['--liftoff-only']

/** The same for processes of tests. */
export const testFlags = [...nodeFlags, '--import', new URL('./light-runner.ts', import.meta.url).href]

// on Citus, what commands run is written down, too
const noting = new URL('./statements/note-in-child.ts', import.meta.url)

/** The environment of a process started by a test: its settings, and none of the present ones. */
export const childEnvironment = (settings: Environment): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE, TEST_SERVERS = '' } = process.env
  const NODE_OPTIONS = TEST_SERVERS.includes(' ') ? `--import ${noting}` : undefined
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, ...settings } as NodeJS.ProcessEnv
}

/** For `--import`: the process ends by printing Node's compile cache folder to stderr, or an empty line. */
export const tellKept = `data:text/javascript,${encodeURIComponent(`
  import { getCompileCacheDir } from 'node:module'
  process.on('exit', () => console.error(getCompileCacheDir() ?? ''))`)}`
