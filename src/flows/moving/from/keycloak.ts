import { base32 } from '#platform/crypto/base32.ts'
import type { Fields } from '../rows/read-fields.ts'
import { RowFault } from '../rows/row-fault.ts'
import type { Origin } from './origin.ts'
import { blockedThere, instantOf, listIn, objectIn, providerCalled, textIn } from './values.ts'

/** What `kc.sh export --users realm_file` writes. */
export const keycloak: Origin = {
  list: 'users',
  personOf: (row) => {
    const credentials = listIn(row.credentials)
    const ofType = (type: string) => credentials.filter((credential) => credential.type === type)
    const [password] = ofType('password')
    return {
      email: row.email,
      emailVerified: row.emailVerified === true,
      externalId: textIn(row.id),
      createdAt: instantOf(row.createdTimestamp),
      password: password && hashOf(password),
      totp: ofType('otp').map(appOf),
      identities: listIn(row.federatedIdentities).map(({ identityProvider, userId }) => ({
        provider: providerCalled(identityProvider),
        subject: textIn(userId),
      })),
      disabled: row.enabled === false ? { reason: blockedThere } : undefined,
    }
  },
}

const hashOf = ({ secretData, credentialData }: Fields) => {
  const { value, salt } = objectIn(secretData)
  const { algorithm, hashIterations, additionalParameters } = objectIn(credentialData)
  if (algorithm === 'argon2')
    return { phc: argon2Text(objectIn(additionalParameters), { value, salt, hashIterations }) }
  const scheme = algorithm === 'pbkdf2' ? 'pbkdf2-sha1' : algorithm
  return { scheme, hash: value, salt, rounds: hashIterations, encoding: 'base64', saltEncoding: 'base64' }
}

type Hashed = { value: unknown; salt: unknown; hashIterations: unknown }

/** Each parameter is a list of one. */
const argon2Text = (parameters: Fields, { value, salt, hashIterations }: Hashed) => {
  const first = (name: string) => String(Array(parameters[name]).flat()[0] ?? '')
  const version = first('version') === '1.0' ? 16 : 19
  return `$argon2${first('type')}$v=${version}$m=${first('memory')},t=${hashIterations},p=${first('parallelism')}$${salt}$${value}`
}

const appOf = ({ secretData, credentialData, userLabel }: Fields) => {
  const { value } = objectIn(secretData)
  const { subType, digits, period, algorithm, secretEncoding } = objectIn(credentialData)
  if (subType !== 'totp') throw new RowFault('bad_totp', 'only codes by time can be checked here')
  const secret = secretEncoding === 'BASE32' ? value : base32(Buffer.from(String(value)))
  return { secret, digits, period, algorithm, name: textIn(userLabel) }
}
