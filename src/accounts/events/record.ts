import type { Deps } from '../../deps.ts'
import type { Event } from './events.ts'
import { insertEvent } from './queries.ts'

/** Writes down something that changed nothing else, such as a refusal. */
export const record = async (deps: Deps, event: Event & { userId?: string | undefined }): Promise<void> => {
  await deps.db.run(insertEvent(event))
}
