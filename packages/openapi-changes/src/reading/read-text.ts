import { constants } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { DocumentError } from '../document.ts'
import { decode } from './decode.ts'

/**
 * The text of a file, or of standard input for `-`, and what to call it in messages.
 * @throws {DocumentError} when it cannot be read, or is no text
 */
export const readText = async (source: string): Promise<{ name: string; text: string }> => {
  const name = source === '-' ? 'Standard input' : source
  const bytes = await (source === '-' ? buffer(process.stdin) : readFile(source)).catch((cause: Error) => {
    throw new DocumentError(`${name} cannot be read: ${reasonOf(cause)}.`, { cause })
  })
  if (bytes.length > constants.MAX_STRING_LENGTH) throw new DocumentError(`${name} is too large.`)
  return { name, text: decode(bytes, name) }
}

const reasons: Record<string, string> = {
  EACCES: 'it may not be opened',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file',
  ENOTDIR: 'something on its path is no folder',
  EPERM: 'it may not be opened',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_INVALID_ARG_VALUE: 'no file has such a name',
}

const reasonOf = (error: NodeJS.ErrnoException): string =>
  reasons[error.code ?? ''] ?? `the system refused it (${error.code ?? error.name})`
