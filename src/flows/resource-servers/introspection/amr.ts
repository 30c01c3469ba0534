import { identity } from '#credentials/identities/credential.ts'
import { credentials, haveFactor } from '#credentials/index.ts'

/** How somebody proved who they are, from the methods of their session. */
export const amrOf = (methods: readonly string[]): string[] => {
  // a method that is no kind of ours is the id of a provider
  const kinds = methods.map((method) => credentials.find(({ kind }) => kind === method) ?? identity)
  return [...new Set([...kinds.flatMap(({ amr }) => amr), ...(haveFactor(methods) ? ['mfa'] : [])])]
}
