import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { errorCode } from '../../src/platform/properties-of.ts'
import { newFile } from '../new-file.ts'

type Lines = AsyncIterable<string>

type BackUpFile = {
  write(lines: Lines): Promise<void>
  /** Removes the file if it is incomplete. */
  [Symbol.asyncDispose](): Promise<void>
}

/** `-` stands for stdout. */
export const toStdout = (signal: AbortSignal): BackUpFile => ({
  write: (lines) =>
    pack(lines, process.stdout, { signal, end: false }).catch((error) => {
      throw errorCode(error) === 'EPIPE' ? unread(error) : error
    }),
  [Symbol.asyncDispose]: async () => {},
})

/** @throws if a file of that name exists */
export const newBackUpFile = async (path: string, signal: AbortSignal): Promise<BackUpFile> => {
  const file = await newFile(path)
  return {
    ...file,
    write: (lines) =>
      file.write((handle) => pack(lines, handle.createWriteStream({ flush: true }), { signal })),
  }
}

type Until = { signal: AbortSignal; end?: boolean }

const pack = async (lines: Lines, output: NodeJS.WritableStream, until: Until) => {
  try {
    await pipeline(lines, createGzip(), output, until)
  } catch (error) {
    // `pipeline` has words of its own for it
    until.signal.throwIfAborted()
    throw error
  }
}

/** Without the error's code, which would look like the database's. */
const unread = (cause: unknown) =>
  new Error('The standard output was closed before the back-up was whole.', { cause })
