import { type Outcome as Compared, report } from 'openapi-changes/command'
import type { Change } from '../../src/web/changelog/change.ts'

export type Outcome = Compared & { complaint?: string }

export const told = (changes: Change[]): string =>
  report(changes, ({ accepted, breaking }) => (accepted ? 'accepted' : breaking ? 'BREAKING' : ''))
