import type { SchemaTypes } from '@vinejs/vine/types'
import type { Address } from '#accounts/users/queries/emails.ts'
import type { KeyScope } from '#credentials/service-keys/scopes.ts'
import type { Deps } from '#deps.ts'
import type { OperatorAct } from '#flows/operators/acts/act.ts'
import type { Field } from '../../pages/forms.ts'
import type { Outcome, Visit } from '../../pages/hosted-page.ts'
import type { PageWords } from '../../pages/words.ts'

export type ActName = keyof PageWords['console']['acts']

/** What a form may have beside the reason. */
type Input = {
  until?: string | null | undefined
  externalId?: string | undefined
  email?: Address | undefined
  after?: string | undefined
}

/** Who does what, why, and with which further input. */
export type Doing<Target> = OperatorAct & {
  target: Target
  /** One thing of the target, by its id. */
  part: string
  typed: Input
}

/** What operators can do to something: the operation of the interface, with its scope, and what a page says before. */
export type ConsoleAct<Target> = {
  scope: KeyScope
  /** Whether it also counts as the removal of a second factor. */
  isRemoval?: boolean
  isDangerous?: boolean
  tells: keyof PageWords['console']['tells']
  /** Whether there is anything to do now. */
  isDue(target: Target): boolean
  /** For what is about one thing of the target, which the target's page links to: what that is called. Undefined if it is gone. */
  nameOfPart?(visit: Visit, target: Target, part: string): Promise<string | undefined>
  /** Beside the reason. */
  fields?(words: PageWords): Field[]
  /** What these may hold. */
  input?: Partial<Record<keyof Input, SchemaTypes>>
  /** @returns what is shown, if that is not the target's page. @throws what the operation refuses */
  run(deps: Deps, doing: Doing<Target>, visit: Visit): Promise<Outcome | undefined>
}

export type ConsoleActs<Target> = Partial<Record<ActName, ConsoleAct<Target>>>
