import { keptIn, type StorageLike } from '../store.ts'
import type { Exchanges } from './exchanges.ts'

/**
 * A storage whose pair, if another visit has exchanged it, is the resulting one. That is written, too, so that the
 * browser gets the new cookie from any answer.
 *
 * @param key what the pair is kept under
 */
export const withNewestPair = (storage: StorageLike, key: string, exchanges: Exchanges): StorageLike => ({
  getItem: async (name) => {
    const text = await storage.getItem(name)
    const kept = name === key ? keptIn(text) : undefined
    if (!kept) return text
    const newest = exchanges.newest(kept)
    if (newest === kept) return text
    const renewed = JSON.stringify(newest)
    await storage.setItem(name, renewed)
    return renewed
  },
  setItem: storage.setItem,
  removeItem: async (name) => {
    const kept = name === key ? keptIn(await storage.getItem(name)) : undefined
    await storage.removeItem(name)
    if (kept) exchanges.forget(kept.id)
  },
})
