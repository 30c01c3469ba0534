import type { Deps } from '#deps.ts'
import { hmacSha256 } from '#platform/crypto/hmac.ts'
import type { Keys } from '#platform/crypto/keys.ts'
import type { Runner } from '#platform/db/db.ts'
import { envelopeBy } from './envelope.ts'
import { dropPress, findPress, putPress } from './queries.ts'

type Given = Pick<Deps, 'db' | 'keys'>

/** What only a visit can ask for again, by a name that has the visit in it. */
export const keepFor = async (
  { db, keys }: Given,
  name: string,
  value: object,
  seconds: number,
): Promise<void> => {
  const { digest, seal } = envelopeFor(keys[0], name)
  await putPress(db, digest, seal(JSON.stringify(value)), seconds)
}

export const findKept = async <Value>(
  runner: Runner,
  { keys }: Pick<Given, 'keys'>,
  name: string,
): Promise<Value | undefined> => {
  const { digest, open } = envelopeFor(keys[0], name)
  const sealed = await findPress(runner, digest)
  const text = sealed && open(sealed)
  return text === undefined ? undefined : JSON.parse(text)
}

export const dropKept = ({ db, keys }: Given, name: string): Promise<unknown> =>
  dropPress(db, envelopeFor(keys[0], name).digest)

const envelopeFor = (keys: Keys, name: string) =>
  envelopeBy(keys, hmacSha256(keys.form, Buffer.from(`kept ${name}`)))
