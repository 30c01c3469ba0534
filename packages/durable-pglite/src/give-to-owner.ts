import { chown, stat } from 'node:fs/promises'

/** What root makes in a folder of somebody else becomes theirs, because they have to be able to replace it. */
export const giveToOwner = async (folder: string, path: string): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  // some file systems know no owners, and some containers no such right
  await chown(path, uid, gid).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
  })
}
