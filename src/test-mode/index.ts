import { homedir } from 'node:os'
import { join } from 'node:path'
import { testClient } from './client.ts'
import { startInTestMode } from './start.ts'
import type { TestOptions, TestService } from './testing-types.ts'

export type * from './testing-types.ts'
export { testClient }

/** Where an image of an empty database may be kept, if the package has none. */
export const cacheFolder = join(homedir(), '.cache', 'sallyport')

/**
 * Starts a service of one's own in this process, which is gone with it.
 * @throws an `Error` that names each setting that it refuses
 */
export const startTestService = async ({ port, settings = {} }: TestOptions = {}): Promise<TestService> => {
  const { url, stop } = await startInTestMode({
    port,
    settings: { ...settings, LOG_LEVEL: settings.LOG_LEVEL?.trim() || 'silent' },
    cache: cacheFolder,
  })
  return { ...testClient(url), stop, [Symbol.asyncDispose]: stop }
}
