import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A new secret for `SECRET_KEY`: 256 random bits in 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The name of the file in `DATA_DIR` that holds the secret when `SECRET_KEY` is not set. */
export const keyFile = 'secret.key'

/** Where it is. */
export const keyPath = (dataDir: string): string => join(dataDir, keyFile)

/**
 * The secrets that all keys come from: those given, or a file beside the embedded database, made at the first start.
 *
 * @param isInUse whether the database holds what needs its key: a new one would only hide that it is lost
 * @throws when the file is missing then, or cannot be used
 */
export const secretsOf = async (
  { secretKeys, dataDir }: { secretKeys: readonly string[]; dataDir: string },
  isInUse: () => Promise<boolean>,
): Promise<[string, ...string[]]> => {
  const [first, ...others] = secretKeys
  if (first !== undefined) return [first, ...others]
  const path = keyPath(dataDir)
  const kept = await read(path)
  if (kept !== undefined) return [kept]
  if (await isInUse()) {
    throw new Error(
      `DATA_DIR: ${path} is missing, and no password can be checked without it. Restore that file from a back-up, or set SECRET_KEY to the key that was used before.`,
    )
  }
  await writeOnce(path, newSecret()).catch((cause) => {
    throw new Error(
      `DATA_DIR: ${path} cannot be written (${cause.message}). Make room, or mend the folder.`,
      {
        cause,
      },
    )
  })
  return [(await read(path)) as string]
}

const read = async (path: string) => {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return
    throw new Error(
      `DATA_DIR: ${path} cannot be read (${error.message}). Give it to the user who runs the service.`,
      { cause: error },
    )
  })
  if (text !== undefined && Buffer.byteLength(text.trim()) < 32) {
    throw new Error(
      `DATA_DIR: ${path} does not hold a key of 32 bytes. Restore that file from a back-up, or set SECRET_KEY to the key that was used before.`,
    )
  }
  return text?.trim()
}

// Written whole and synced before it has its name, and then the name: a key that is lost takes every password with it.
const writeOnce = async (path: string, secret: string) => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
    await link(draft, path).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
    await using folder = await open(dirname(path))
    await folder.sync()
  } finally {
    await file.close()
    await rm(draft)
  }
}
