import type { Kept, StorageLike } from '../store.ts'
import type { Exchanges } from './exchanges.ts'

/**
 * A storage whose pair, if another visit has exchanged it, is the one that came of it. That is written, too, so that the
 * browser gets the new cookie from whichever answer arrives.
 *
 * @param key what the pair is kept under
 */
export const withNewestPair = (storage: StorageLike, key: string, exchanges: Exchanges): StorageLike => ({
  getItem: async (name) => {
    const text = await storage.getItem(name)
    if (name !== key || !text) return text
    const kept: Kept = JSON.parse(text)
    const newest = exchanges.newest(kept)
    if (newest === kept) return text
    const renewed = JSON.stringify(newest)
    await storage.setItem(name, renewed)
    return renewed
  },
  setItem: storage.setItem,
  removeItem: async (name) => {
    const text = name === key ? await storage.getItem(name) : undefined
    await storage.removeItem(name)
    if (text) exchanges.forget(JSON.parse(text).id)
  },
})
