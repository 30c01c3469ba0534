import { changeEmail } from '../users/change-email.ts'
import { deleteAccount } from '../users/delete.ts'
import { disable } from '../users/disable.ts'
import { enable } from '../users/enable.ts'
import { endSessions } from '../users/end-sessions.ts'
import { events } from '../users/events.ts'
import { exportAccount } from '../users/export.ts'
import { find } from '../users/find.ts'
import { forgetDevices } from '../users/forget-devices.ts'
import { invite } from '../users/invite.ts'
import { confirm, keep, unlock } from '../users/mend.ts'
import { remove } from '../users/remove.ts'
import { removeSecondFactor } from '../users/remove-second-factor.ts'
import { sendReset } from '../users/send-reset.ts'
import { show } from '../users/show.ts'
import { commandOf } from './command.ts'

export const users = commandOf('users', 'Find, help, block, invite, export and delete accounts.', {
  find,
  show,
  events,
  invite,
  disable,
  enable,
  'end-sessions': endSessions,
  'forget-devices': forgetDevices,
  'send-reset': sendReset,
  unlock,
  confirm,
  'change-email': changeEmail,
  keep,
  remove,
  'remove-second-factor': removeSecondFactor,
  export: exportAccount,
  delete: deleteAccount,
})
