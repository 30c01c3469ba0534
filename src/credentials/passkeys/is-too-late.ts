import type { Deps } from '../../deps.ts'
import type { Assertion } from './answer.ts'
import { type Ceremony, readChallenge } from './challenge.ts'
import { readClientData } from './client-data.ts'

/** Whether a refused assertion answered a challenge of ours after its expiry. That does not identify its owner. */
export const isTooLate = (
  { keys, now }: Pick<Deps, 'keys' | 'now'>,
  { response }: Assertion,
  ceremony: Ceremony,
): boolean => {
  const said = readClientData(response.clientDataJSON)
  const challenge = said && readChallenge(keys, ceremony, said.challenge)
  return challenge !== undefined && challenge.expiresAt.getTime() <= now()
}
