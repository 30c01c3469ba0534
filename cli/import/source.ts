import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { errorMessage } from '../../src/platform/properties-of.ts'

/** A file that is read twice, and must be the same each time; or what is piped here, once. */
export type Source = {
  /** Absent for a pipe, which cannot be gone on with. */
  file?: { digest: Buffer; size: number }
  /** @throws at its end if the file was changed meanwhile */
  chunks(tell?: (bytes: number) => void): AsyncIterable<Uint8Array>
}

export const openSource = async (path: string): Promise<Source> => {
  if (path === '-') return { chunks: () => process.stdin }
  const { size } = await sizeOf(path)
  const hash = createHash('sha256')
  for await (const chunk of read(path, size)) hash.update(chunk)
  const digest = hash.digest()
  await requireSame(path, size)
  return {
    file: { digest, size },
    chunks: async function* (tell = () => {}) {
      const again = createHash('sha256')
      for await (const chunk of read(path, size)) {
        again.update(chunk)
        tell(chunk.length)
        yield chunk
      }
      await requireSame(path, size)
      if (!again.digest().equals(digest)) throw changed(path)
    },
  }
}

/** No more than there was at first: somebody may be writing to it. */
async function* read(path: string, size: number): AsyncGenerator<Buffer> {
  if (size > 0) for await (const chunk of createReadStream(path, { end: size - 1 })) yield chunk
}

const requireSame = async (path: string, size: number) => {
  if ((await sizeOf(path)).size !== size) throw changed(path)
}

const sizeOf = async (path: string) => {
  const found = await stat(path).catch((error) => {
    throw new Error(`${path} cannot be read: ${errorMessage(error)}`, { cause: error })
  })
  if (!found.isFile()) throw new Error(`${path} is not a file. To pipe people here, give - for it.`)
  return found
}

const changed = (path: string) =>
  new Error(`${path} is being written to. Wait until it is whole, and run this again.`)
