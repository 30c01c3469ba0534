import { haveFactor } from '#credentials/index.ts'

/** RFC 8176 §2, and `fed` for a provider, of which it has no word. */
const values: Record<string, readonly string[]> = {
  password: ['pwd'],
  totp: ['otp'],
  backup_code: ['otp'],
  // whether a key is in hardware or in software cannot be told without attestation
  passkey: ['pop', 'user'],
}

/** How somebody proved who they are, from the methods of their session. */
export const amrOf = (methods: readonly string[]): string[] => {
  const amr = new Set<string>()
  for (const method of methods)
    for (const value of Object.hasOwn(values, method) ? values[method]! : ['fed']) amr.add(value)
  if (haveFactor(methods)) amr.add('mfa')
  return [...amr]
}
