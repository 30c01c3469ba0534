import type { Deps } from '../../deps.ts'
import type { OutboxRow } from './queries.ts'

/**
 * A way to tell somebody something. It may be called again for a row that was delivered, when nobody lived to note
 * that.
 *
 * @returns what the other side said. @throws `Undeliverable` when trying again is of no use, `NotThisOne` to be tried
 *   again while others go on, anything else to be tried again before others
 */
export type Channel = (deps: Deps, row: OutboxRow) => Promise<string>

/** Every channel, by the name that rows have it by. */
export type Channels = Readonly<Record<string, Channel>>

/** The other side did not take this one. It may take others, and this one later. */
export class NotThisOne extends Error {}

/** Nobody will ever take it: there is no such recipient, or it cannot be read any more. */
export class Undeliverable extends Error {}
