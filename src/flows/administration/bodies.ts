import vine from '@vinejs/vine'
import { emailField } from '../../credentials/password/fields.ts'
import { invalidFields } from '../../platform/errors.ts'
import { exact, optional } from '../../platform/exact.ts'
import { languages } from '../../platform/languages.ts'
import { reasonCharacters } from './act.ts'

/** A line of the operator's own words. */
const reasonField = () =>
  vine
    .string()
    .trim()
    .minLength(reasonCharacters.least)
    .maxLength(reasonCharacters.most)
    .regex(/^[^\p{C}]*$/u)

export const reasonBody = vine.create({ reason: reasonField() })

export const disablingBody = vine.create({ reason: reasonField(), until: optional(vine.string()) })

export const deletionBody = vine.create({ reason: reasonField(), at: optional(vine.literal('now')) })

export const invitationBody = vine.create({
  email: emailField(),
  sendInvite: optional(vine.literal(true)),
  language: exact(vine.enum(languages).optional()),
})

/** @throws 422 unless it is an instant to come */
export const readUntil = (text: string | null | undefined): Date | undefined => {
  if (text === undefined || text === null) return
  const until = futureInstant(text)
  if (until) return until
  throw invalidFields([
    {
      message: 'The until field must be an instant in the future, such as 2030-01-31T12:00:00Z',
      rule: 'future',
      field: 'until',
    },
  ])
}

/** ISO 8601: a day, or an instant with its offset from UTC. @returns undefined for anything else, and for the past */
export const futureInstant = (text: string): Date | undefined => {
  const isIso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const at = isIso ? new Date(text) : undefined
  return at && at.getTime() > Date.now() ? at : undefined
}
