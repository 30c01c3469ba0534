import { loadOnce } from '../../platform/load-once.ts'

/** Whether passkeys can be checked: the library is optional. */
export const isInstalled: boolean = (() => {
  try {
    return import.meta.resolve('@simplewebauthn/server').length > 0
  } catch {
    return false
  }
})()

/** Loaded at the first ceremony: it takes a third of a second, and some thirty megabytes. */
export const library = loadOnce(() => import('@simplewebauthn/server'))

/** COSE numbers of EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what every browser offers, and nothing else. */
export const algorithms: readonly number[] = [-8, -7, -257]

/** Its parsing of attestations, beside their check. */
export const attestationHelpers = loadOnce(() => import('@simplewebauthn/server/helpers'))
