import type { Environment } from '../../src/config/config.ts'

/** The environment of a process that a test starts: its settings, and no others that are set here. */
export const childEnvironment = (settings: Environment): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE, ...settings } as NodeJS.ProcessEnv
}
