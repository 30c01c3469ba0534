import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { databaseIn } from 'durable-pglite/folder'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

const mebibyte = 2 ** 20
const scarceMebibytes = 1_024
const leastMebibytes = 100

/** Of the embedded database, and of emails that no server takes. */
export const dataFolderCheck: Check = {
  name: 'data-folder',
  run: async ({ settings }) => {
    const { dataDir, databaseUrl, smtp } = settings('dataDir', 'databaseUrl', 'smtp')
    if (databaseUrl && smtp) return []
    const folder = await nearest(dataDir)
    const unusable = await rightsTo(folder)
    if (unusable.length > 0) return unusable
    const findings = await spaceIn(folder)
    if (folder === dataDir && !databaseUrl) findings.push(...(await opennessOf(dataDir)))
    if (findings.length > 0) return findings
    return [ok(folder === dataDir ? `${dataDir} can be written to.` : `${dataDir} can be created.`)]
  },
}

/** The folder, or the one in which it would be made. */
const nearest = async (path: string): Promise<string> => {
  const isThere = await stat(path).then(
    () => true,
    ({ code }) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )
  return isThere || dirname(path) === path ? path : nearest(dirname(path))
}

const rightsTo = async (folder: string): Promise<Finding[]> => {
  const stats = await stat(folder).catch(() => undefined)
  if (stats && !stats.isDirectory()) return [fail(`${folder} is not a folder.`, 'Name a folder in DATA_DIR.')]
  const { R_OK, W_OK, X_OK } = constants
  const error = await access(folder, R_OK | W_OK | X_OK).catch((error) => error)
  if (error)
    return [fail(`${folder} cannot be used (${error.code}).`, 'Give it to the user who runs the service.')]
  return []
}

const spaceIn = async (folder: string): Promise<Finding[]> => {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / mebibyte)
  const remedy = 'Free some space, or move DATA_DIR to a larger disk.'
  if (free < leastMebibytes) return [fail(`The disk of ${folder} has only ${free} MiB left.`, remedy)]
  return free < scarceMebibytes ? [warn(`The disk of ${folder} has only ${free} MiB left.`, remedy)] : []
}

const opennessOf = async (folder: string): Promise<Finding[]> => {
  const paths = [folder, databaseIn(folder)]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => undefined))?.mode))
  if (modes.some((mode) => mode === undefined || (mode & 0o007) === 0)) return []
  return [warn(`Every user of this machine can read the database in ${folder}.`, `chmod 700 ${folder}`)]
}
