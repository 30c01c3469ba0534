import { type KeyScope, scopes } from '../service-keys/scopes.ts'

/** Of these the console has no page: programs need them. */
const ofPrograms = ['introspect', 'import', 'events:read', 'export'] as const satisfies readonly KeyScope[]

/** What operators can be granted: the scopes of keys for which the console has pages. */
export const consoleScopes = (Object.keys(scopes) as KeyScope[]).filter(
  (scope) => !ofPrograms.some((other) => other === scope),
)
