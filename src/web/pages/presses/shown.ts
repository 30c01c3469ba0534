import type { PageAnswer } from '../answer.ts'
import type { Visit } from '../hosted-page.ts'
import { type Envelope, envelopeBy } from './envelope.ts'
import { findPress, keptSeconds } from './queries.ts'

const tagOf = ({ digest }: Envelope): string => digest.toString('base64url').slice(0, 8)

/**
 * Where a form leads that is answered with a page (post, redirect, get): a browser that comes back to an answer asks whether to
 * send the form again. The page is kept with its press, and what opens it in a cookie.
 */
export const ledToShown = ({ at, path, query, cookies }: Visit, envelope: Envelope): { to: string } => {
  cookies.write('shown', envelope.secret.toString('base64url'), keptSeconds)
  return { to: at(path, { ...query, shown: tagOf(envelope) }) }
}

/** @returns undefined once its time is over, and in any other browser: the page as it is comes then */
export const findShown = async ({ deps, query, cookies }: Visit): Promise<PageAnswer | undefined> => {
  if (query.shown === undefined) return
  const envelope = envelopeBy(deps.keys[0], Buffer.from(cookies.read('shown') ?? '', 'base64url'))
  // another form was sent since
  if (tagOf(envelope) !== query.shown) return
  const sealed = await findPress(deps.db, envelope.digest)
  const text = sealed && envelope.open(sealed)
  return text === undefined ? undefined : { ...JSON.parse(text), cookies: [] }
}
