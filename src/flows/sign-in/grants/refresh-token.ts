import vine from '@vinejs/vine'
import type { Client, Deps } from '#deps.ts'
import { refreshSession } from '#sessions/refresh.ts'

export const refreshTokenGrant = {
  body: vine.create({ token: vine.string() }),
  exchange: (deps: Deps, { token }: { token: string }, client: Client) => refreshSession(deps, token, client),
}
