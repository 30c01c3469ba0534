import type { Change } from 'openapi-changelog'
import { type Outcome as Compared, report } from 'openapi-changes/command'

export type Outcome = Compared & { complaint?: string }

export const told = (changes: Change[]): string =>
  report(changes, ({ accepted, breaking }) => (accepted ? 'accepted' : breaking ? 'BREAKING' : ''))
