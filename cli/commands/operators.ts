import { addOperator } from '../operators/add.ts'
import { listAll } from '../operators/list.ts'
import { removeOne } from '../operators/remove.ts'
import { commandOf } from './command.ts'

export const operatorsCommand = commandOf('operators', 'Let people use the console, and see who may.', {
  add: addOperator,
  list: listAll,
  remove: removeOne,
})
