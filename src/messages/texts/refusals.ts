import type { FieldError, Known, RefusalCode } from '#contract/wire.ts'
import type { Language } from '../../platform/languages.ts'
import { texts } from './index.ts'

/** The facts of a refusal beside its code. */
type RefusalDetails = {
  attemptsLeft?: number | undefined
  alreadyUsed?: boolean | undefined
  /** From the header `Retry-After`. */
  retrySeconds?: number | undefined
}

/** The facts of a rule beside its name. */
type RuleMeta = { min: number; max: number; otherField?: string | undefined }

/** The rules that fields are checked by: our own, and those of Vine that we use. */
type FieldRule =
  | 'array'
  | 'required'
  | 'string'
  | 'object'
  | 'regex'
  | 'uuid'
  | 'enum'
  | 'literal'
  | 'boolean'
  | 'credential'
  | 'minLength'
  | 'maxLength'
  | 'email'
  | 'wellFormed'
  | 'common'
  | 'notSameAs'
  | 'contextWord'
  | 'confirmed'
  | 'future'
  | 'eventType'
  | 'externalId'
  | 'database.unique'

/** Whole sentences for a page. They say what to do, and name no field. */
export type RefusalWords = {
  byCode: Record<Known<RefusalCode>, (details: RefusalDetails) => string>
  byRule: Record<FieldRule, (meta: RuleMeta) => string>
}

/** A refusal in words for a page. @param body the refusal's own, with its `code` */
export const refusalIn = (
  language: Language,
  { code, attemptsLeft, alreadyUsed }: Readonly<Record<string, unknown>>,
  retrySeconds?: number,
): string => {
  const { byCode } = texts[language].refusals
  return byCode[isKeyOf(byCode, code) ? code : 'internal_error']({
    attemptsLeft: typeof attemptsLeft === 'number' ? attemptsLeft : undefined,
    alreadyUsed: alreadyUsed === true,
    retrySeconds,
  })
}

/** A field's fault in words for a page. */
export const faultIn = (language: Language, { rule, meta = {} }: FieldError): string => {
  const { byRule } = texts[language].refusals
  const { min, max, otherField } = meta
  return byRule[isKeyOf(byRule, rule) ? rule : 'regex']({ min: Number(min), max: Number(max), otherField })
}

const isKeyOf = <Known extends object>(known: Known, name: unknown): name is keyof Known =>
  typeof name === 'string' && Object.hasOwn(known, name)
