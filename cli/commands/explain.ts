import type { AdminRefusal, AdminWait } from '../../contract/admin.ts'
import { explainRequest, refusalsOf, waitsOf } from '../../src/flows/operators/refusals/explain.ts'
import { isId, isUuid } from '../../src/platform/crypto/id.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { findUser } from '../users/find-user.ts'
import { oneArg } from './args.ts'
import type { Command } from './command.ts'
import { note, print, printJson, shortMinute } from './output.ts'
import { withDatabase } from './with-database.ts'

const usage = 'explain REQUEST_ID|EMAIL|ID [--json]'

export const explainCommand: Command = {
  usage,
  about: 'Say why a request was refused, or what was refused to somebody, and which waits run.',
  run: async (args) => {
    const { operand: name, values } = oneArg(usage, args, {})
    await withDatabase((db) =>
      isUuid(name) && !isId(name) ? explainOne(db, name, values) : explainSomebody(db, name, values),
    )
  },
}

type Values = { json?: boolean | undefined }

const explainOne = async (db: Db, requestId: string, { json }: Values) => {
  const refusal = await explainRequest(asking(db), requestId)
  if (!refusal)
    throw new Error(
      `No refusal of ${requestId} is kept. The log has every request, with the code and the rule of its refusal.`,
    )
  if (json) printJson(refusal)
  else print(...linesOf(refusal), ...(refusal.userId === null ? [] : [`    account ${refusal.userId}`]))
}

const explainSomebody = async (db: Db, name: string, { json }: Values) => {
  const userId = await findUser(db, name)
  const waits = await waitsOf(asking(db), userId)
  const refusals = await refusalsOf(asking(db), userId)
  if (json) return printJson({ waits, refusals })
  if (waits.length === 0) note('No waits run.')
  else print(...waits.flatMap(waitLines))
  if (refusals.length === 0) note('Nothing was refused within 30 days.')
  else print(...refusals.flatMap(linesOf))
}

const asking = (db: Db) => ({ db, now: Date.now })

const waitLines = ({ rule, place, endsAt, because }: AdminWait) => {
  const from = place === null ? '' : ` from ${place}`
  const until = endsAt === null ? 'for good' : `until ${shortMinute(endsAt)}`
  return [`waits ${until}  ${rule}${from}`, `    ${because}`]
}

const linesOf = ({ lastAt, code, rule, count, operation, ip, because, requestId }: AdminRefusal) => [
  `${shortMinute(lastAt)}  ${rule}${count > 1 ? ` (${count} times)` : ''}`,
  `    ${because}`,
  `    ${operation}, ${code}${ip === null ? '' : `, from ${ip}`}, request ${requestId}`,
]
