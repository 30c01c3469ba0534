/**
 * For `catch` of an import that needs the embedded database, which is optional.
 * @param words what to say if it is not installed
 * @throws always
 */
export const unlessInstalled =
  (words: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('@electric-sql/pglite')) throw error
    throw new Error(words, { cause: error })
  }
