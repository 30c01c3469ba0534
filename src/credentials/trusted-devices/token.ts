import type { Deps } from '#deps.ts'
import { deriveToken, type PresentedToken, readToken } from '#platform/crypto/token.ts'

/** What a device's present token is made from, together with the key. */
export type DeviceRow = { userId: string; id: string; seed: Uint8Array; generation: number }

/** A trusted device's token, `sp_dt_…`: the same row always gives the same bytes, so that a lost answer can be repeated. */
export const deviceTokenOf = (
  { keys }: Pick<Deps, 'keys'>,
  { userId, id, seed, generation }: DeviceRow,
): string => deriveToken(keys[0], { kind: 'device', userId, sessionId: id, generation }, seed)

/** Which device a token claims to be of, before anything is proven. Needs no query. */
export type PresentedDevice = PresentedToken & { id: string }

export const readDeviceToken = ({ keys }: Pick<Deps, 'keys'>, token: string): PresentedDevice | undefined => {
  const presented = readToken(keys, 'device', token)
  return presented && { ...presented, id: presented.sessionId }
}
