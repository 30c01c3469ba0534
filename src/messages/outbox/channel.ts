import type { Deps } from '../../deps.ts'
import type { OutboxRow } from './queries/delivery.ts'

/**
 * Delivers a row. May be called again for a delivered row if the process died before recording it.
 * @returns the other side's answer. @throws `Undeliverable` to give up, `ContentRejected` to retry later while others go
 * on, anything else to retry before others
 */
export type Channel = (deps: Deps, row: OutboxRow) => Promise<string>

/** By the `channel` of the rows. */
export type Channels = Readonly<Record<string, Channel>>

/** The other side refused this message. It may accept others, or this one later. */
export class ContentRejected extends Error {}

/** Retrying is useless: the recipient does not exist, or the content can no longer be read. */
export class Undeliverable extends Error {}
