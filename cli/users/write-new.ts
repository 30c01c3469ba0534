import { open, rm } from 'node:fs/promises'
import { errorCode } from '../../src/platform/properties-of.ts'

/** Writes a file that only its owner may read. @throws if there is one, before the text is made */
export const writeNew = async (path: string, makeText: () => Promise<string>): Promise<void> => {
  const file = await open(path, 'wx', 0o600).catch((error) => {
    throw errorCode(error) === 'EEXIST' ? new Error(`${path} exists already. It was left as it is.`) : error
  })
  try {
    await file.writeFile(await makeText())
    await file.sync()
  } catch (error) {
    await rm(path)
    throw error
  } finally {
    await file.close()
  }
}
