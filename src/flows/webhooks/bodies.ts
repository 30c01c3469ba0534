import vine from '@vinejs/vine'
import { invalidFields } from '#platform/errors.ts'
import { optional } from '#platform/exact.ts'
import { patternFault } from './patterns.ts'

const maxPatterns = 50
const maxCharacters = 200

/** Without control characters, and without what would turn others round. */
const linePattern = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u

const urlField = () => vine.string().trim()
const typesField = () => vine.array(vine.string()).minLength(1).maxLength(maxPatterns)
const descriptionField = () => vine.string().trim().maxLength(maxCharacters).regex(linePattern)

export const newWebhookBody = vine.create({
  url: urlField(),
  types: typesField(),
  description: optional(descriptionField()),
  includeAddresses: optional(vine.boolean({ strict: true })),
})

export const changedWebhookBody = vine.create({
  url: optional(urlField()),
  types: optional(typesField()),
  description: optional(descriptionField()),
  includeAddresses: optional(vine.boolean({ strict: true })),
  enabled: optional(vine.boolean({ strict: true })),
})

export const replayBody = vine.create({
  after: optional(vine.string()),
  eventId: optional(vine.string()),
})

/** @returns the patterns, each once. @throws 422 for an unknown one */
export const readPatterns = (patterns: readonly string[]): string[] => {
  const faults = patterns.flatMap((pattern, index) => {
    const message = patternFault(pattern)
    return message === undefined ? [] : [{ message, rule: 'eventType', field: `types.${index}` }]
  })
  if (faults.length > 0) throw invalidFields(faults)
  return [...new Set(patterns)]
}
