import { readFile } from 'node:fs/promises'
import { type Accepted, parseAccepted } from '../accepted.ts'
import { parseText, reasonOf } from '../read-document.ts'

/** @throws an `Error` that names the file */
export const readAccepted = async (file: string): Promise<Accepted[]> => {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new Error(`${file} cannot be read: ${reasonOf(cause)}`, { cause })
  })
  const value = await parseText(text, file)
  try {
    return parseAccepted(value)
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause })
  }
}
