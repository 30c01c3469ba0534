/** RFC 8176 §2, and `fed` for a provider, of which it has no word. */
const values: Record<string, readonly string[]> = {
  password: ['pwd'],
  totp: ['otp'],
  backup_code: ['otp'],
  // whether a key is in hardware or in software cannot be told without attestation
  passkey: ['pop', 'user'],
}

/** A passkey signs in by itself only if it verified its owner, and the others only come after a first factor. */
const twoFactors = ['totp', 'backup_code', 'passkey']

/** How somebody proved who they are, from the methods of their session. */
export const amrOf = (methods: readonly string[]): string[] => {
  const amr = new Set<string>()
  for (const method of methods)
    for (const value of Object.hasOwn(values, method) ? values[method]! : ['fed']) amr.add(value)
  if (methods.some((method) => twoFactors.includes(method))) amr.add('mfa')
  return [...amr]
}
