import { listServiceKeys } from '../../src/credentials/service-keys/queries.ts'
import { serviceKeyFindings } from '../../src/flows/overview/findings/service-keys.ts'
import { type Check, ok } from './check.ts'

export const serviceKeysCheck: Check = {
  name: 'service-keys',
  run: async (facts) => {
    const keys = (await listServiceKeys(await facts.rows())).filter(({ revokedAt }) => revokedAt === null)
    const findings = serviceKeyFindings(keys, Date.now())
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
