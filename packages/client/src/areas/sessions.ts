import { type Call, path } from '../call.ts'
import type { Session } from '../wire.ts'

/** Where the person is signed in. */
export const sessionsArea = (call: Call) => ({
  /** The active sessions, newest first. The one with `current` is this client's. */
  list: () => call<Session[]>('GET', '/users/me/sessions'),
  /** Ends one. */
  end: (sessionId: string) => call('DELETE', path`/users/me/sessions/${sessionId}`),
  /** Ends all, including this client's: sign in again afterwards. */
  endAll: () => call('DELETE', '/users/me/sessions'),
})
