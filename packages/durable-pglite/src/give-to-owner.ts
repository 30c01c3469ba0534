import { chown, stat } from 'node:fs/promises'

/** Files that root creates in somebody else's folder become theirs, because they must be able to replace them. */
export const giveToOwner = async (folder: string, path: string): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  // some file systems have no owners, and some containers no such right
  await chown(path, uid, gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
  })
}
