import type { KeyRing, Keys } from '../platform/crypto/keys.ts'

/** Keys whose tokens no real service takes, even with the same secret; and the other way round. */
export const markedKeys = ([first, ...others]: KeyRing): KeyRing => [marked(first), ...others.map(marked)]

const marked = (keys: Keys): Keys => ({ ...keys, tokenPrefix: 'sp_test_' })
