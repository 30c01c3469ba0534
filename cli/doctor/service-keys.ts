import { type ListedKey, listServiceKeys } from '../../src/credentials/service-keys/queries.ts'
import { day } from '../../src/platform/seconds.ts'
import { type Check, ok, warn } from './check.ts'

const soonMs = 30 * day * 1_000

export const serviceKeysCheck: Check = {
  name: 'service-keys',
  run: async (facts) => {
    const keys = (await listServiceKeys(await facts.rows())).filter(({ revokedAt }) => revokedAt === null)
    const findings = keys.filter((key) => key.isExpired || isEndingSoon(key)).map(findingOf)
    if (findings.length > 0) return findings
    return [
      ok(
        keys.length > 0
          ? `None of ${keys.length} service keys expires within 30 days.`
          : 'There are no service keys.',
      ),
    ]
  },
}

const isEndingSoon = ({ expiresAt }: ListedKey) => expiresAt.getTime() - Date.now() < soonMs

const findingOf = ({ id, name, isExpired, expiresAt }: ListedKey) =>
  warn(
    `The service key "${name}" ${isExpired ? 'has expired' : `expires on ${expiresAt.toISOString().slice(0, 10)}`}.`,
    `Make another by npx sallyport keys add, and then: npx sallyport keys revoke ${id}`,
  )
