import { errors, SimpleMessagesProvider, type VineValidator } from '@vinejs/vine'
import type { SchemaTypes } from '@vinejs/vine/types'
import { invalidFields } from '../errors.ts'

/** Drops unknown fields. @throws 422 with an item for each wrong field */
export const readBody = async <Schema extends SchemaTypes>(
  validator: VineValidator<Schema, undefined>,
  body: unknown,
): Promise<Awaited<ReturnType<VineValidator<Schema, undefined>['validate']>>> => {
  try {
    return await validator.validate(body === undefined ? {} : body, { messagesProvider } as never)
  } catch (error) {
    if (error instanceof errors.E_VALIDATION_ERROR) throw invalidFields(error.messages)
    throw error
  }
}

// Vine's default text for `confirmed` is meant for another rule
const messagesProvider = new SimpleMessagesProvider({
  confirmed: 'The {{ field }} field and the {{ otherField }} field must be the same',
})
