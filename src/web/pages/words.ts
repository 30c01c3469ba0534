import type { FieldError } from '../../../contract/wire.ts'
import { type PageTexts, pageTexts } from '../../messages/texts/en/pages.ts'
import type { Refused } from '../../platform/errors.ts'

/** The words of the pages in one language. */
export type PageWords = PageTexts & {
  /** A field's fault, as a sentence without the field's name. */
  problem(fault: FieldError): string
  /** A refusal of the whole form. */
  refused(refused: Refused): string
}

export const wordsOf = (): PageWords => ({
  ...pageTexts,
  problem: ({ rule, field, message }) =>
    rule === 'confirmed' ? 'Both passwords must match.' : `${message.replace(`The ${field} field`, 'This')}.`,
  refused: ({ message }) => message,
})
