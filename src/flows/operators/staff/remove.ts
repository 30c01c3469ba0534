import type { Actor } from '#accounts/events/events.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import { closeConsole } from '#credentials/operators/close.ts'
import type { Deps } from '#deps.ts'

/** From the next click on, the console is closed to them. Every operator is told by email. @returns whether they were one */
export const removeOperator = ({ db }: Pick<Deps, 'db'>, userId: string, actor: Actor): Promise<boolean> =>
  db.transaction(async (runner) => {
    await lockUser(runner, userId)
    return closeConsole(runner, userId, actor)
  })
