import { disable } from '../users/disable.ts'
import { enable } from '../users/enable.ts'
import { endSessions } from '../users/end-sessions.ts'
import { invite } from '../users/invite.ts'
import { commandOf } from './command.ts'

export const users = commandOf('users', 'Manage accounts', {
  invite,
  disable,
  enable,
  'end-sessions': endSessions,
})
