import vine from '@vinejs/vine'

/** The name of an authenticator app or a passkey: a line of the owner's own words, which nobody else sees. */
export const credentialNameField = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(64)
    .regex(/^[^\p{C}]*$/u)
