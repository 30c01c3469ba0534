import vine from '@vinejs/vine'
import { externalIdCharacters, isExternalId } from '#accounts/users/external-id.ts'
import { emailField } from '#credentials/password/fields.ts'
import { invalidFields } from '#platform/errors.ts'
import { exact, optional } from '#platform/exact.ts'
import { futureInstant } from '#platform/instants.ts'
import { languages } from '#platform/languages.ts'
import { reasonCharacters, reasonPattern } from './act.ts'

/** A line of the operator's own words. */
export const reasonField = () =>
  vine.string().trim().minLength(reasonCharacters.least).maxLength(reasonCharacters.most).regex(reasonPattern)

export const reasonBody = vine.create({ reason: reasonField() })

export const emailBody = vine.create({ email: emailField(), reason: reasonField() })

export const disablingBody = vine.create({ reason: reasonField(), until: optional(vine.string()) })

export const deletionBody = vine.create({ reason: reasonField(), at: optional(vine.literal('now')) })

const isExternalIdRule = vine.createRule(
  (value, _, field) => {
    if (!isExternalId(String(value)))
      field.report(
        `The {{ field }} field must be 1 to ${externalIdCharacters} printable characters`,
        'externalId',
        field,
      )
  },
  { toJSONSchema: (schema) => Object.assign(schema, { minLength: 1, maxLength: externalIdCharacters }) },
)

export const externalIdField = () => vine.string().use(isExternalIdRule())

export const externalIdBody = vine.create({ externalId: externalIdField() })

export const invitationBody = vine.create({
  email: emailField(),
  sendInvite: optional(vine.literal(true)),
  language: exact(vine.enum(languages).optional()),
})

/** @throws 422 unless it is an instant to come */
export const readUntil = (text: string | null | undefined, nowMs: number): Date | undefined => {
  if (text === undefined || text === null) return
  const until = futureInstant(text, nowMs)
  if (until) return until
  throw invalidFields([
    {
      message: 'The until field must be an instant in the future, such as 2030-01-31T12:00:00Z',
      rule: 'future',
      field: 'until',
    },
  ])
}
