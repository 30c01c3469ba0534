/** One difference, before it is judged. */
export type Finding = {
  rule: string
  /** `POST /auth/token`, if it belongs to an operation. */
  operation?: string
  /** All that share it, if that is known already. */
  operations?: readonly string[]
  /** Where in the operation: `request.body.code`. */
  place: string
  /** What of it, if not the whole: ` "totp"` for a value. */
  detail?: string
  /** JSON pointer into the newer document, or into the older one for what was removed. */
  path: string
  from?: string
  to?: string
  wasDeprecated?: boolean
  /** A sentence more, for people. */
  note?: string
  /** Whether the service calls its clients there. */
  isEvent?: boolean
  /** Of what was added: whether it has to be there. */
  isRequired?: boolean
}
