import { errors, SimpleMessagesProvider } from '@vinejs/vine'
import { invalidFields } from '../errors.ts'
import type { BodyShape } from '../exact.ts'

/** Drops unknown fields. @throws 422 with an item for each wrong field */
export const readBody = async <Body>(shape: BodyShape<Body>, body: unknown): Promise<Body> => {
  try {
    return await shape.validate(body === undefined ? {} : body, { messagesProvider } as never)
  } catch (error) {
    if (error instanceof errors.E_VALIDATION_ERROR) throw invalidFields(error.messages)
    throw error
  }
}

// Vine's default text for `confirmed` is meant for another rule
const messagesProvider = new SimpleMessagesProvider({
  confirmed: 'The {{ field }} field and the {{ otherField }} field must be the same',
})
