import type { Call } from '../call.ts'
import type { StayingThing } from '../wire.ts'

/** The password, and recovery without it. */
export const passwordArea = (call: Call, callAsNobody: Call) => ({
  /** Changes it, or sets the first one. Other sessions end. */
  change: (change: { password: string; passwordConfirmation?: string; currentPassword?: string }) =>
    call('PUT', '/users/me/password', confirmed(change)),
  /** Requests an email with a link. The answer is the same with and without an account. */
  forgot: (email: string) => callAsNobody('POST', '/auth/password/forgot', { email }),
  /** Sets a new one with the token of that email. All sessions end. */
  reset: (reset: { token: string; password: string; passwordConfirmation?: string }) =>
    callAsNobody('POST', '/auth/password/reset', confirmed(reset)),
  /** With the unused token of that email, or of one that undoes a change of address: what would stay. */
  staying: (token: string) => callAsNobody<StayingThing[]>('POST', '/auth/staying', { token }),
  /** Removes one of those, with the same token. */
  removeStaying: (token: string, { kind, id }: Pick<StayingThing, 'kind' | 'id'>) =>
    callAsNobody('POST', '/auth/staying/remove', { token, kind, id }),
})

/** A form with a single password field needs no second one. */
export const confirmed = <Body extends { password: string; passwordConfirmation?: string }>(body: Body) => ({
  passwordConfirmation: body.password,
  ...body,
})
