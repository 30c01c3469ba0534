import { FolderInUse } from 'durable-pglite/folder'
import { encodingRemedy, holdsAll } from '../../src/platform/db/encoding.ts'
import { faultOf } from '../../src/platform/db/failures.ts'
import { placeOf, reasonOf } from '../../src/platform/db/place.ts'
import { errorCode } from '../../src/platform/properties-of.ts'
import { type Check, type Finding, fail, failAs, LeftOut, ok, warn } from './check.ts'

const least = 150_000

export const databaseCheck: Check = {
  name: 'database',
  run: async (facts) => {
    const place = placeOf(facts.settings('databaseUrl', 'dataDir'))
    const opened = await facts.opened().catch((error: Error) => error)
    if (opened instanceof LeftOut) throw opened
    if (opened instanceof FolderInUse) return [ok(`Another process uses ${place.words}, as a service does.`)]
    if (opened instanceof Error) return [failure(`${place.setting}: ${place.words}`, opened)]
    if (!opened) return [warn(`There is nothing yet in ${place.words}.`, emptyRemedy)]
    const { version, versionNumber, encoding } = opened.server
    if (versionNumber < least)
      return [fail(`PostgreSQL ${version} is too old.`, 'Upgrade it to PostgreSQL 15 or later.')]
    if (!holdsAll(encoding))
      return [
        fail(
          `Its encoding is ${encoding}: the service does not start, because other letters would be a 500.`,
          encodingRemedy,
        ),
      ]
    return [ok(`PostgreSQL ${version} answers: ${place.words}.`)]
  },
}

const emptyRemedy = 'Start the service to create it; or name the right folder in DATA_DIR.'

const failure = (place: string, error: Error): Finding => {
  const fault = faultOf(error)
  if (!fault) return failAs(error)
  const [, remedy] = remedies.find(([kind]) => kind.test(`${errorCode(fault)} ${fault.message}`)) ?? []
  return fail(`${place} cannot be used: ${withoutStop(reasonOf(fault))}.`, remedy ?? usualRemedy)
}

const withoutStop = (words: string) => words.replace(/\.$/, '')

const usualRemedy = 'Check that the server runs, and that DATABASE_URL leads to it from this machine.'

const remedies: [of: RegExp, remedy: string][] = [
  [/^28/, 'Correct the user name and password in DATABASE_URL, or let the role in (pg_hba.conf).'],
  [/^3D/, 'Create the database, or correct its name in DATABASE_URL: docs/production.md.'],
  [/^ENOTFOUND|^EAI_AGAIN/, 'Correct the host in DATABASE_URL.'],
  [
    /^[A-Z_]*(CERT|ISSUER|ALTNAME)/,
    'Use the name in its certificate; name an authority of your own as sslrootcert in DATABASE_URL.',
  ],
  [/does not support SSL/, 'Turn on ssl in PostgreSQL, or take sslmode out of DATABASE_URL.'],
  [/^53300/, 'Raise max_connections, or end connections of others.'],
]
