import type { Change as Judged } from 'openapi-changes'

export type Change = Judged & {
  accepted?: string
}
