import { FolderInUse } from 'durable-pglite/folder'
import { parseDatabaseSettings } from '../../src/config/config.ts'
import { misspeltSettings } from '../../src/config/wrong-settings.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { hasEmbedded } from '../../src/platform/db/embedded-folder.ts'
import { borrowEmbedded, openDatabase } from '../../src/platform/db/open.ts'
import { explained, placeOf } from '../../src/platform/db/place.ts'
import { errorCode, errorMessage } from '../../src/platform/properties-of.ts'
import { note } from './output.ts'

type Options = {
  /** Whether a missing database may be created: a mistyped folder must not become one. */
  makes?: boolean
  /** Whether its schema may be an older one. */
  mayBeBehind?: boolean
  /** Whether its key may be there already. */
  isToCome?: boolean
  /** Whether no other process may have it open. */
  isAlone?: boolean
}

/** Names the database on stderr, because stdout is for data. Reads no other settings. */
export const withDatabase = async (
  work: (db: Db) => Promise<void>,
  { makes = false, mayBeBehind = false, isToCome = false, isAlone = false }: Options = {},
): Promise<void> => {
  const settings = parseDatabaseSettings(process.env)
  const place = placeOf(settings)
  const lines = [...misspeltSettings(process.env), `Using ${place.words}.`]
  note(...lines)
  if (!makes && !settings.databaseUrl && !(await hasEmbedded(settings.dataDir)))
    throw new Error(`DATA_DIR: there is no database in ${settings.dataDir}. Is this the right folder?`)
  const open = () => openDatabase({ ...settings, isToCome }, () => {})
  const db = isAlone
    ? await open()
    : ((await borrowEmbedded(settings)) ?? (await open().catch(sayWhyNotLent)))
  try {
    await work(db)
  } catch (error) {
    throw isBehind(error) && !mayBeBehind ? outdated(error) : explained(place, error)
  } finally {
    await db.close()
  }
}

// undefined_table, undefined_column
const isBehind = (error: unknown) => ['42P01', '42703'].includes(errorCode(error))

const outdated = (cause: unknown) =>
  new Error(
    `The database is not up to date (${errorMessage(cause)}). \`npx sallyport migrate\` brings it there.`,
    { cause },
  )

/** For commands that should work beside a service. */
export const sayWhyNotLent = (error: unknown): never => {
  if (!(error instanceof FolderInUse)) throw error
  throw new Error(`${error.message}\n${whyNotLent}`, { cause: error })
}

const whyNotLent =
  'It may be another command, or a service that is starting, is of another version, or said at its start why no command can use it.'
