import { join } from 'node:path'
import type { Environment } from '../../src/config/config.ts'
import { testClient } from '../../src/test-mode/client.ts'
import { startInTestMode } from '../../src/test-mode/start.ts'
import { atEnd } from './at-end.ts'
import type { Answer } from './http.ts'

/** Where images of empty databases are kept, for this checkout. */
export const imageCache = join(import.meta.dirname, '../../node_modules/.cache/sallyport')

/** A service in test mode that ends with the test file, and what a test does with it. */
export const startTested = async (settings: Environment = {}) => {
  const service = await startInTestMode({ settings: { LOG_LEVEL: 'error', ...settings }, cache: imageCache })
  atEnd(service.stop)
  return { ...service, address: service.url, test: testClient(service.url) }
}

export type Tested = Awaited<ReturnType<typeof startTested>>

/** Asks a path of test mode, which no document describes. */
export const askTest = async (
  { address }: { address: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<Omit<Answer, 'text'>> => {
  const response = await fetch(address + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}
