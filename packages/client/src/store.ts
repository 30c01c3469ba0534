import { newId } from './random.ts'
import { Refused } from './refused.ts'
import type { TokenPair } from './wire.ts'

type Awaitable<Value> = Value | Promise<Value>

/** `localStorage`, `sessionStorage`, or anything with these three methods, also asynchronous ones. */
export type StorageLike = {
  getItem(key: string): Awaitable<string | null | undefined>
  setItem(key: string, value: string): Awaitable<unknown>
  removeItem(key: string): Awaitable<unknown>
}

/** A stored pair. The id is the same for all pairs of one sign-in, and distinguishes it from the next. */
export type Kept = { id: string; pair: TokenPair }

/** The stored value of one key. It is read anew at each use: other tabs write here, too. */
export type Store = ReturnType<typeof storeOf>

/** @throws {Refused} `storage_failed`, from every function */
export const storeOf = (storage: StorageLike, key: string) => {
  const read = (suffix: string) => guarded(() => storage.getItem(key + suffix))
  const write = async (suffix: string, value: unknown): Promise<void> => {
    const name = key + suffix
    await guarded(() =>
      value === undefined ? storage.removeItem(name) : storage.setItem(name, JSON.stringify(value)),
    )
  }
  const readKept = async () => keptIn(await read(''))

  return {
    key,
    read: readKept,
    /** The first pair of a sign-in. */
    begin: (pair: TokenPair): Promise<void> => write('', { id: newId(), pair } satisfies Kept),
    /**
     * Writes the pair that was got for another one, unless somebody signed out meanwhile, or signed in, or was faster.
     *
     * @returns what is kept now
     */
    replace: async (sent: Kept, pair: TokenPair): Promise<Kept | undefined> => {
      const kept = await readKept()
      if (kept?.id !== sent.id || (refreshTokenOf(kept) !== refreshTokenOf(sent) && !isOlder(kept, pair)))
        return kept
      await write('', { ...sent, pair })
      return { ...sent, pair }
    },
    end: (): Promise<void> => write('', undefined),
    /** A pending redirect, or second step of a sign-in; or what a trusted device keeps. */
    readUnderWay: async <Value>(name: string): Promise<Value | undefined> =>
      valueIn<Value>(await read(`.${name}`), Boolean),
    writeUnderWay: (name: string, value: unknown): Promise<void> => write(`.${name}`, value),
  }
}

type Text = string | null | undefined

/** The value under the key itself, as written. */
export const keptIn = (text: Text): Kept | undefined =>
  valueIn<Kept>(text, (kept) => kept.id && tokenOf(kept) && refreshTokenOf(kept))

const valueIn = <Value>(text: Text, isValid: (value: Value) => unknown): Value | undefined => {
  try {
    const value = JSON.parse(text ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const tokenOf = (kept: Kept): string => kept.pair.accessToken.token

export const refreshTokenOf = (kept: Kept): string => kept.pair.refreshToken.token

// for a new token, `lastUsedAt` is when the service issued it
const isOlder = ({ pair }: Kept, { refreshToken }: TokenPair) =>
  Date.parse(pair.refreshToken.lastUsedAt) < Date.parse(refreshToken.lastUsedAt)

const guarded = async <Result>(work: () => Awaitable<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (cause) {
    throw new Refused('The storage of this browser is full or forbidden.', { code: 'storage_failed', cause })
  }
}

/** Lasts as long as the page, or the process. */
export const memoryStorage = (): StorageLike => {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key),
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  }
}
