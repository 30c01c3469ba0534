import type { Change } from 'openapi-changelog'
import { type Outcome as Compared, report } from 'openapi-changes/command'

/** What an action of `sallyport changelog` says, and with which code it ends: 1 where something breaks. */
export type Outcome = Compared & { complaint?: string }

/** Changes for people, and which of them were accepted. */
export const told = (changes: Change[]): string =>
  report(changes, ({ accepted, breaking }) => (accepted ? 'accepted' : breaking ? 'BREAKING' : ''))
