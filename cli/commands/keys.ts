import { add } from '../keys/add.ts'
import { list } from '../keys/list.ts'
import { revoke } from '../keys/revoke.ts'
import { commandOf } from './command.ts'

export const keys = commandOf('keys', 'Make, list and revoke the keys of services and operators.', {
  add,
  list,
  revoke,
})
