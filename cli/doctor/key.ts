import { stat } from 'node:fs/promises'
import { sealed, sealings } from '../../src/modules.ts'
import type { KeyRing } from '../../src/platform/crypto/keys.ts'
import { keyIsMissing, keyPath, knownSecrets } from '../../src/platform/crypto/secrets.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { isInUse } from '../../src/platform/db/in-use.ts'
import { findLost, lostKeyRemedy } from '../../src/platform/db/key-check.ts'
import { lookAtRowKey } from '../../src/platform/db/row-key.ts'
import { type Check, type Finding, fail, failAs, ok, warn } from './check.ts'
import type { Facts } from './facts.ts'

/** Bits below which a key was hardly random: 32 random characters have more. */
const leastBits = 100

export const keyCheck: Check = {
  name: 'key',
  run: async (facts) => {
    const given = facts.settings('secretKeys', 'dataDir', 'acceptLostKeys')
    const secrets = await knownSecrets(given).catch((error: Error) => error)
    if (secrets instanceof Error) return [failAs(secrets)]
    if (!secrets) return [await missing(facts, keyPath(given.dataDir))]
    const isFile = given.secretKeys.length === 0
    const name = isFile ? keyPath(given.dataDir) : 'SECRET_KEY'
    const findings = [
      ...secrets.filter(isGuessable).map(() => warn(`${name} can be guessed.`, rotate)),
      ...(isFile ? await opennessOf(name) : []),
      ...(given.acceptLostKeys
        ? [warn('ACCEPT_LOST_KEYS is on.', 'Unset it once the service has started.')]
        : []),
    ]
    return [...findings, ...(await known(facts, name))]
  },
}

const rotate = 'Put one made by npx sallyport key in front of it: docs/guides/rotate-keys.md.'

const missing = async (facts: Facts, path: string): Promise<Finding> => {
  const isNeeded = await facts.rows().then(isInUse, () => false)
  if (isNeeded) return failAs(keyIsMissing(path))
  return ok(`There is no key yet: the first start makes ${path}.`)
}

/** Against the keys that the database was used with, if it answers. */
const known = async (facts: Facts, name: string): Promise<Finding[]> => {
  const db = await facts.rows().catch(() => undefined)
  if (!db) return [ok(`${name} is long enough. Whether the database knows it could not be seen.`)]
  const keys = await facts.keys()
  const { fault } = await findLost(db, keys, { sealed, name })
  if (fault) return [fail(fault, lostKeyRemedy)]
  return [ok(`${name} reads everything in the database.`), ...(await unsealedIn(db, keys))]
}

/** Rows that grant something, and were made without the key. */
const unsealedIn = async (db: Db, keys: KeyRing): Promise<Finding[]> => {
  const rowKey = await lookAtRowKey(db, keys)
  if (!rowKey) return []
  const until = new Date(rowKey.adoptsUntilMs)
  if (until.getTime() > Date.now())
    return [
      warn(
        `Until ${until.toISOString()}, rows that were made without the key are accepted, as after an upgrade.`,
        'End the processes of the previous version by then.',
      ),
    ]
  let rows = 0
  for (const { countUnsealed } of sealings) rows += await countUnsealed(db)
  if (rows === 0) return []
  return [
    warn(
      `Rows that were made without the key, and are refused: ${rows}.`,
      'Find out who made them: docs/decisions/0047-rows-have-a-mac.md.',
    ),
  ]
}

const opennessOf = async (path: string): Promise<Finding[]> => {
  const { mode } = await stat(path)
  return (mode & 0o077) === 0 ? [] : [warn(`Others can read ${path}.`, `chmod 600 ${path}`)]
}

/** Shannon's entropy of its characters, which is low for words and repetitions. */
const isGuessable = (secret: string) => {
  const counts = Object.values(Object.groupBy(secret, (character) => character)).map(
    (same) => same?.length ?? 0,
  )
  const bits = counts.reduce((sum, count) => sum - count * Math.log2(count / secret.length), 0)
  return bits < leastBits
}
