import type { Platform } from './platform.ts'
import type { Store } from './store.ts'

/** What happened to the session of a client, in this tab or in another one. */
export type Change = {
  state: 'signed_in' | 'signed_out'
  /** `expired`: the session is over at the service, because of its age or because somebody ended it. */
  cause: 'by_request' | 'expired' | 'elsewhere'
}

/** Shared by every part of a client. */
export type Context = {
  /** Of the service, without a slash at its end. */
  url: string
  /** Its own name. */
  issuer: string
  /** Origins that get the access token. */
  origins: ReadonlySet<string>
  headers: Readonly<Record<string, string>>
  platform: Platform
  store: Store
  tell(change: Change): void
}
