import { type Change, inOrder } from 'openapi-changelog'
import { report } from 'openapi-changes/command'

export type { Outcome } from 'openapi-changes/command'

export const told = (changes: Change[]): string => report(inOrder(changes))
