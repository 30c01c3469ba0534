import { check } from './check.ts'
import { diff } from './diff.ts'
import type { Outcome } from './outcome.ts'
import { release } from './release.ts'

export { printable } from 'openapi-changes/command'

export const actions: Record<string, (args: string[]) => Promise<Outcome>> = {
  check: (args) => check(args),
  diff,
  release,
}
