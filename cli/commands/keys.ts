import { add } from '../keys/add.ts'
import { list } from '../keys/list.ts'
import { revoke } from '../keys/revoke.ts'
import { commandOf } from './command.ts'

export const keys = commandOf('keys', 'Manage the keys of other services', { add, list, revoke })
