import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import { unavailable } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import type { PageAnswer } from '../answer.ts'
import { type Envelope, envelopeOf } from './envelope.ts'
import { claimPress, dropPress, findPress, keepPress } from './queries.ts'

const askMs = 50
/** For the first press: longer than a statement takes to time out. */
const patienceMs = 9_000

/** Belongs in each form: which copy of the page it is sent from. */
export const pressField = (): Html =>
  html`<input type="hidden" name="press" value="${randomBytes(16).toString('base64url')}">`

/** A form that was sent. `press`: from its page, if present. */
type Sent = { address: string; press: string | undefined; fields: object }

/** `envelope`: where the answer is kept. */
type Pressed = { answer: PageAnswer; envelope?: Envelope }

/**
 * Makes a form take effect once: a repeated press, from the same copy of a page with the same fields, gets the first
 * one's answer with its cookies, even while that is still at work, or if its answer was lost. A press refused without
 * a page of its own left nothing, and is repeated.
 * @throws 503 if the first press takes too long
 */
export const pressOnce = async (
  deps: Deps,
  { address, press, fields }: Sent,
  hasGone: () => boolean,
  work: () => Promise<PageAnswer>,
): Promise<Pressed> => {
  if (press === undefined || !/^[\w-]{22}$/.test(press)) return { answer: await work() }
  const envelope = envelopeOf(deps.keys[0], JSON.stringify([press, address, fields]))
  const begunMs = performance.now()
  while (!(await claimPress(deps.db, envelope.digest))) {
    const sealed = await findPress(deps.db, envelope.digest)
    const text = sealed && envelope.open(sealed)
    if (text !== undefined) return { answer: JSON.parse(text), envelope }
    if (hasGone() || performance.now() - begunMs > patienceMs) throw unavailable()
    await sleep(askMs)
  }
  return keptBy(deps, envelope, work)
}

const keptBy = async ({ db, log }: Deps, envelope: Envelope, work: () => Promise<PageAnswer>) => {
  const { digest, seal } = envelope
  const unkept = (error: unknown) => log.warn({ err: error }, 'what became of a form could not be kept')
  try {
    const answer = await work()
    await keepPress(db, digest, seal(JSON.stringify(answer))).catch(unkept)
    return { answer, envelope }
  } catch (error) {
    await dropPress(db, digest).catch(unkept)
    throw error
  }
}
