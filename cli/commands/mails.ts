import { givenUp } from '../mails/given-up.ts'
import { retry } from '../mails/retry.ts'
import { commandOf } from './command.ts'

export const mailsCommand = commandOf('mails', 'List emails that did not arrive, and send them again.', {
  'given-up': givenUp,
  retry,
})
