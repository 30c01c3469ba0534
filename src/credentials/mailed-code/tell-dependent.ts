import type { Deps } from '../../deps.ts'
import { countDependent } from '../queries.ts'

/** Few enough for every start of every process: whom the setting let in lately is among the newest. */
const lookedAt = 10_000

/** Warns where `EMAIL_SIGN_IN` is off, and was the only way in of somebody. */
export const tellDependent = async ({
  db,
  config,
  log,
}: Pick<Deps, 'db' | 'config' | 'log'>): Promise<void> => {
  // several servers would look at everybody
  if (config.emailSignIn || db.isSpread?.()) return
  const people = await countDependent(db, lookedAt)
  if (people > 0)
    log.warn(
      { people },
      'EMAIL_SIGN_IN is off, and a mailed code was the only way in of these people, who have to set a password now',
    )
}
