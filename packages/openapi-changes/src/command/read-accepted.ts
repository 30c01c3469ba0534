import { type Accepted, parseAccepted } from '../accepted.ts'
import { parseText } from '../reading/read-document.ts'
import { readText } from '../reading/read-text.ts'

/** @throws an `Error` that names the file */
export const readAccepted = async (file: string): Promise<Accepted[]> => {
  const { text } = await readText(file)
  const value = await parseText(text, file)
  try {
    return parseAccepted(value)
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause })
  }
}
