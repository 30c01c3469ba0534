import { errors, SimpleMessagesProvider } from '@vinejs/vine'
import type { FieldError } from '#contract/wire.ts'
import { invalidFields } from '../errors.ts'
import type { BodyShape } from '../exact.ts'

/** Drops unknown fields. @throws 422 with an item for each wrong field */
export const readBody = async <Body>(shape: BodyShape<Body>, body: unknown): Promise<Body> => {
  try {
    return await shape.validate(body === undefined ? {} : body, { messagesProvider } as never)
  } catch (error) {
    if (error instanceof errors.E_VALIDATION_ERROR) throw invalidFields(error.messages.map(told))
    throw error
  }
}

// an item of a list is named by its field: `tokens.3`
const told = ({ index: _, ...fault }: FieldError & { index?: number }): FieldError =>
  fault.field === '' ? { ...fault, message: 'The body must be an object' } : fault

// Vine's default text for `confirmed` is meant for another rule
const messagesProvider = new SimpleMessagesProvider({
  confirmed: 'The {{ field }} field and the {{ otherField }} field must be the same',
})
