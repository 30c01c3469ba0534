import { type Kept, keptIn, type StorageLike } from '../store.ts'

/**
 * In this storage, a new sign-in ends the session it replaces, because nobody can use that one any more.
 *
 * @param key what the pair is kept under
 * @param end if it fails, the session ends by itself
 */
export const endingReplaced = (
  storage: StorageLike,
  key: string,
  end: (kept: Kept) => Promise<unknown>,
): StorageLike => ({
  getItem: storage.getItem,
  setItem: async (name, value) => {
    const before = name === key ? keptIn(await storage.getItem(name)) : undefined
    await storage.setItem(name, value)
    if (before && before.id !== keptIn(value)?.id) await end(before).catch(() => {})
  },
  removeItem: storage.removeItem,
})
