import { Offline } from './refused.ts'

/**
 * An answer that decides something: a 200 of a proxy, with nothing in it or something else, decides nothing.
 *
 * @throws {Offline} unless it is what it has to be
 */
export const decided = async <Answer>(
  asked: Promise<Answer>,
  isRight: (answer: unknown) => boolean,
): Promise<Answer> => {
  const answer = await asked
  if (!isRight(answer)) throw new Offline("The answer was not the service's.")
  return answer
}

export const isAccount = (answer: unknown): boolean => isText(Object(answer).id)

export const isPair = (answer: unknown): boolean => {
  const { accessToken, refreshToken } = Object(answer)
  return isText(Object(accessToken).token) && isText(Object(refreshToken).token)
}

/** Of the feed of events. */
export const isPage = (answer: unknown): boolean => {
  const { events, next } = Object(answer)
  return Array.isArray(events) && isText(next)
}

/** Of one token. */
export const isVerdict = (answer: unknown): boolean => {
  const { active, sub, sid, exp, auth_time } = Object(answer)
  if (active !== true) return active === false
  return [sub, sid].every(isText) && [exp, auth_time].every(Number.isFinite)
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
