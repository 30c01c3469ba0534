import type { SoftwarePasskey } from './authenticator.ts'
import { type TestClock, testClock } from './clock.ts'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { newWeather, type Weather } from './weather.ts'

/** What a service in test mode has beside its `Deps`. */
export type Parts = {
  clock: TestClock
  mailbox: TestMailbox
  weather: Weather
  /** By credential id, in the order in which they were made. */
  passkeys: Map<string, SoftwarePasskey>
}

export const newParts = (): Parts => ({
  clock: testClock(),
  mailbox: newMailbox(),
  weather: newWeather(),
  passkeys: new Map(),
})
