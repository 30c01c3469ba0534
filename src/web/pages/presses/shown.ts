import type { PageAnswer } from '../answer.ts'
import type { Visit } from '../hosted-page.ts'
import { type Envelope, envelopeBy } from './envelope.ts'
import { findPress, keptSeconds } from './queries.ts'

const tagOf = ({ digest }: Envelope): string => digest.toString('base64url').slice(0, 8)

/**
 * Where a form answered with a page leads (post, redirect, get): otherwise, going back would offer to send the form
 * again. The page is kept with its press, and its key in a cookie.
 */
export const ledToShown = ({ at, path, query, cookies }: Visit, envelope: Envelope): { to: string } => {
  cookies.write('shown', envelope.secret.toString('base64url'), keptSeconds)
  return { to: at(path, { ...query, shown: tagOf(envelope) }) }
}

/** @returns undefined once it has expired, and in any other browser: the present page is shown then */
export const findShown = async ({ deps, query, cookies }: Visit): Promise<PageAnswer | undefined> => {
  if (query.shown === undefined) return
  const envelope = envelopeBy(deps.keys[0], Buffer.from(cookies.read('shown') ?? '', 'base64url'))
  // another form was sent since
  if (tagOf(envelope) !== query.shown) return
  const sealed = await findPress(deps.db, envelope.digest)
  const text = sealed && envelope.open(sealed)
  return text === undefined ? undefined : { ...JSON.parse(text), cookies: [] }
}
