import vine from '@vinejs/vine'
import { scopes } from '../credentials/service-keys/scopes.ts'
import { externalIdField } from '../flows/operators/acts/bodies.ts'
import { optional } from '../platform/exact.ts'
import { keysOf } from '../platform/keys-of.ts'

/** What requests below `/test` may say. */
export const personBody = vine.create({
  email: optional(vine.string()),
  password: optional(vine.string()),
  verified: optional(vine.boolean({ strict: true })),
  twoFactor: optional(vine.enum(['totp', 'passkey'] as const)),
  externalId: optional(externalIdField()),
})

export const clockBody = vine.create({ add: optional(vine.string()), to: optional(vine.string()) })

export const failureBody = vine.create({
  next: optional(vine.number({ strict: true }).withoutDecimals().range([400, 599])),
  lose: optional(vine.literal('answer')),
  times: optional(vine.number({ strict: true }).withoutDecimals().range([1, 1_000])),
  path: optional(vine.string().startsWith('/')),
})

export const passkeyBody = vine.create({
  options: vine.object({}).allowUnknownProperties(),
  origin: optional(vine.string().url({ require_tld: false })),
})

export const serviceKeyBody = vine.create({
  name: optional(vine.string()),
  scopes: vine.array(vine.enum(keysOf(scopes))).minLength(1),
})

export const mailsQuery = vine.create({
  to: optional(vine.string()),
  kind: optional(vine.string()),
  count: optional(vine.number().withoutDecimals().range([1, 1_000])),
  wait: optional(vine.number().range([0, 30])),
})
