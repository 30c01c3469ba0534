import type { Fields } from '../rows/read-fields.ts'
import { RowFault } from '../rows/row-fault.ts'
import type { Origin, OriginSecret } from './origin.ts'
import { blockedThere, instantOf, listIn, objectIn, providerCalled, textIn } from './values.ts'

/** What `firebase auth:export` writes. The parameters of its hashes are beside it, in the console. */
export const firebase: Origin = {
  list: 'users',
  personOf: (row, secret) => ({
    email: row.email,
    emailVerified: row.emailVerified === true,
    externalId: textIn(row.localId),
    createdAt: instantOf(row.createdAt),
    password: textIn(row.passwordHash) && hashOf(row, secret),
    identities: listIn(row.providerUserInfo)
      .filter(({ providerId }) => !['password', 'phone'].includes(String(providerId)))
      .map(({ providerId, rawId, email }) => ({
        provider: providerCalled(providerId),
        subject: textIn(rawId),
        email: textIn(email),
      })),
    disabled: row.disabled === true ? { reason: blockedThere } : undefined,
  }),
}

const hashOf = ({ passwordHash, salt }: Fields, secret: OriginSecret) => {
  const { base64_signer_key, base64_salt_separator, rounds, mem_cost } = objectIn(secret)
  if (textIn(base64_signer_key) === undefined)
    throw new RowFault(
      'bad_hash',
      '--secret must name a file with hash_config of the Firebase console, in JSON',
    )
  return {
    scheme: 'firebase-scrypt',
    hash: passwordHash,
    salt: textIn(salt),
    signerKey: base64_signer_key,
    saltSeparator: textIn(base64_salt_separator),
    rounds: Number(rounds),
    memoryCost: Number(mem_cost),
  }
}
