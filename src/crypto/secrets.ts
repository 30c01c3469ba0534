import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A new secret for `SECRET_KEY`: 256 random bits in 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Where a key is kept that was not given. */
export const keyPath = (dataDir: string): string => join(dataDir, 'secret.key')

/** The secrets that all keys come from: those given, or a file beside the embedded database, made at the first start. */
export const secretsOf = async ({
  secretKeys,
  dataDir,
}: {
  secretKeys: readonly string[]
  dataDir: string
}): Promise<[string, ...string[]]> => {
  const [first, ...others] = secretKeys
  if (first !== undefined) return [first, ...others]
  const path = keyPath(dataDir)
  const kept = await read(path)
  if (kept !== undefined) return [kept]
  await writeOnce(path, newSecret())
  return [(await read(path)) as string]
}

const read = async (path: string) => {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return
    throw error
  })
  if (text !== undefined && Buffer.byteLength(text.trim()) < 32)
    throw new Error(`${path} does not hold a key of 32 bytes.`)
  return text?.trim()
}

// Written whole and synced before it has its name: a key that is lost takes every password with it.
const writeOnce = async (path: string, secret: string) => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
    await link(draft, path).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await file.close()
    await rm(draft)
  }
}
