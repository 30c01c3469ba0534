import type { RefusalRule } from './rules.ts'

/** The numbers of a rule, and whatever else explains it. They hold no secret, and nothing that somebody typed. */
export type RefusalFacts = Readonly<Record<string, string | number | boolean>>

/** What operators learn of a refusal, and clients don't. */
export type Explained = {
  readonly rule: RefusalRule
  readonly facts: RefusalFacts
  /** Whose account it is about, as far as is known. */
  userId: string | undefined
}
