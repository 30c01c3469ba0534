import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const prefix = 'sp_key_'

/** 256 random bits in 43 characters, after a prefix by which scanners recognise it. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64url')

/** Whether it is younger than the MACs of rows, and so was never used without them. */
export const isNewKey = (secret: string): boolean => secret.startsWith(prefix)

/** The file in `DATA_DIR` with the secret, when `SECRET_KEY` is not set. */
export const keyPath = (dataDir: string): string => join(dataDir, 'secret.key')

/** The given secrets, or the one in the file, if there is any. @throws if the file cannot be used */
export const knownSecrets = async ({
  secretKeys,
  dataDir,
}: {
  secretKeys: readonly string[]
  dataDir: string
}): Promise<[string, ...string[]] | undefined> => {
  const [first, ...others] = secretKeys
  if (first !== undefined) return [first, ...others]
  const kept = await read(keyPath(dataDir))
  return kept === undefined ? undefined : [kept]
}

export const keyIsMissing = (path: string): Error =>
  new Error(
    `DATA_DIR: ${path} is missing, and no password can be checked without it. Restore that file from a back-up, or set SECRET_KEY to the key that was used before.`,
  )

/**
 * The given secrets, or the file next to the embedded database, which the first start creates.
 * @param isInUse whether the database already depends on a key: creating one would hide its loss
 * @throws if the file is missing then, or cannot be used
 */
export const secretsOf = async (
  { secretKeys, dataDir }: { secretKeys: readonly string[]; dataDir: string },
  isInUse: () => Promise<boolean>,
): Promise<[string, ...string[]]> => {
  const known = await knownSecrets({ secretKeys, dataDir })
  if (known) return known
  const path = keyPath(dataDir)
  if (await isInUse()) throw keyIsMissing(path)
  await writeOnce(path, newSecret()).catch((cause) => {
    throw new Error(
      `DATA_DIR: ${path} cannot be written (${cause.message}). Free some space, or fix the permissions of the folder.`,
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

// Complete and synced before it gets its name: a lost key takes every password with it.
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
