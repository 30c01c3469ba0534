import type { Deps } from '../../deps.ts'
import type { Assertion } from './answer.ts'
import { type Ceremony, readChallenge } from './challenge.ts'
import { readClientData } from './client-data.ts'

/** Whether a refused assertion answered what was asked here, after its time. Whose it is, that does not tell. */
export const isTooLate = (
  { keys, now }: Pick<Deps, 'keys' | 'now'>,
  { response }: Assertion,
  ceremony: Ceremony,
): boolean => {
  const said = readClientData(response.clientDataJSON)
  const challenge = said && readChallenge(keys, ceremony, said.challenge)
  return challenge !== undefined && challenge.expiresAt.getTime() <= now()
}
