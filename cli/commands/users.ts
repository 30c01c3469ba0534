import { invite } from '../users/invite.ts'
import { commandOf } from './command.ts'

export const users = commandOf('users', 'Manage accounts', { invite })
