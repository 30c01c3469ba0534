import { answerOf, askForNext, send } from './ask.ts'
import type { Context } from './context.ts'
import { isRefused } from './refused.ts'
import { type Kept, tokenOf } from './store.ts'

export type SignOutOptions = {
  /**
   * Whether to keep the visit on the hosted pages that the session came from: the next sign-in there then asks for
   * nothing.
   */
  keepVisit?: boolean | undefined
  /** Whether the next sign-in here takes the second step again, though this device is trusted. */
  forgetDevice?: boolean | undefined
}

/**
 * Signs out here first, and then at the service: a pending refresh finds nobody signed in, and stores nothing.
 *
 * @throws {Offline} when the service could not be reached. Nobody is signed in here in any case.
 */
export const signOut = async (context: Context, options: SignOutOptions = {}): Promise<void> => {
  const kept = await context.store.read()
  await context.store.end()
  if (options.forgetDevice) await context.store.writeUnderWay('device', undefined)
  if (!kept) return
  context.tell({ state: 'signed_out', cause: 'by_request' })
  try {
    await logout(context, tokenOf(kept), options)
  } catch (error) {
    if (!isRefused(error, 'unauthorized')) throw error
    await endStale(context, kept, options)
  }
}

/** Ends the session of this token at the service. */
export const logout = (context: Context, token: string, { keepVisit }: SignOutOptions = {}) =>
  answerOf<void>(
    send(context, { method: 'POST', path: '/auth/logout', token, ...(keepVisit && { body: { keepVisit } }) }),
  )

/** The access token is too old to end the session with. */
const endStale = async (context: Context, kept: Kept, options: SignOutOptions): Promise<void> => {
  try {
    const { accessToken } = await askForNext(context, kept)
    await logout(context, accessToken.token, options)
  } catch (error) {
    // it had expired already
    if (!isRefused(error) || error.status !== 401) throw error
  }
}
