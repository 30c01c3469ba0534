import { type TestOptions, test } from 'node:test'
import { citusSkipped, type SkippedOnCitus } from './citus-skipped.ts'
import { isCitus } from './service.ts'

/** A test that the suite skips where databases are distributed. */
export const testUnlessCitus = (
  name: SkippedOnCitus,
  body: () => Promise<void>,
  options: TestOptions = {},
): void => void test(name, { ...options, ...(isCitus && { skip: citusSkipped[name] }) }, body)
