import { add } from '../webhooks/add.ts'
import { attempts } from '../webhooks/attempts.ts'
import { list } from '../webhooks/list.ts'
import { remove } from '../webhooks/remove.ts'
import { replay } from '../webhooks/replay.ts'
import { rotate } from '../webhooks/rotate.ts'
import { sendTest } from '../webhooks/send-test.ts'
import { switches } from '../webhooks/switch.ts'
import { commandOf } from './command.ts'

export const webhooksCommand = commandOf(
  'webhooks',
  'Tell other services what happens, and see how that goes.',
  {
    add,
    list,
    test: sendTest,
    attempts,
    replay,
    rotate,
    ...switches,
    remove,
  },
)
