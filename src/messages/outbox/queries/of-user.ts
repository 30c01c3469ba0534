import { anyRow, countRows, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'

const mailsADayToUnproven = 10

const noticesADay = 20

type NewNotice = {
  notice: string
  userId: string
  recipient: string
  isProven: boolean
  language: string
  detail: object
}

/**
 * Queues a notice. Limited, because a thief must not flood the mailbox: twenty of a kind a day, and ten
 * emails a day to an unproven address, which may be a stranger's. The first of a kind in a day is always
 * sent, so that it cannot be drowned out.
 */
export const insertNotice = async (
  runner: Runner,
  { notice, userId, recipient, isProven, language, detail }: NewNotice,
): Promise<void> => {
  const row = sql`${userId}::uuid, ${userId}::uuid, 'mail', 'notice', ${recipient}::text, ${language}::text,
    ${JSON.stringify({ notice, ...detail })}::jsonb, ${notice}::text`
  const into = sql`
    insert into outbox (queue, user_id, channel, message, recipient, language, detail, notice)`
  const isAllowed = isNoticeAllowed({ notice, userId, isProven })
  if (!runner.isSpread?.()) await run(runner, 'insertNotice')`${into} select ${row} where ${isAllowed}`
  // numbered like any other row
  else if (await anyRow(runner, 'isNoticeAllowed')`select 1 where ${isAllowed}`)
    await run(runner, 'insertNotice')`${into} values (${row})`
}

const isNoticeAllowed = ({
  notice,
  userId,
  isProven,
}: Pick<NewNotice, 'notice' | 'userId' | 'isProven'>): Fragment => {
  const alike = sql`
    select 1
    from outbox
    where queue = ${userId} and user_id = ${userId} and notice = ${notice} and created_at > now() - interval '1 day'`
  return sql`
    (not exists (${alike})
      or ${isProven}::boolean
        and (select count(*) from (${alike} limit ${noticesADay}) as today) < ${noticesADay}
      or (
        select count(*) filter (where created_at > now() - interval '1 day')
        from (
          select created_at
          from outbox
          where queue = ${userId} and user_id = ${userId}
          order by user_id desc, id desc
          limit ${mailsADayToUnproven}
        ) as latest
      ) < ${mailsADayToUnproven})`
}

export type MailRow = { id: string; name: string; email: string; createdAt: Date; outcome: string | null }

/** Newest first: `limit` of those before an id. */
export const listMails = (
  runner: Runner,
  userId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<MailRow[]> =>
  run(runner, 'listMails')`
    select id::text, message as name, recipient as email, created_at as "createdAt", outcome
    from outbox
    where queue = ${userId} and user_id = ${userId} and id < ${before ?? '9223372036854775807'}::bigint and channel = 'mail'
    order by user_id desc, outbox.id desc
    limit ${limit}`

/** @returns how many, at most `batch` */
export const deleteMailsOf = (runner: Runner, userId: string, batch: number): Promise<number> =>
  countRows(runner, 'deleteMailsOf')`
    delete from outbox
    where queue = ${userId} and id in (
      select id from outbox where queue = ${userId} and user_id = ${userId} limit ${batch}
    )
    returning 1`

/** Whether a mail of that kind, queued since then, was delivered. */
export const wasDelivered = (
  runner: Runner,
  userId: string,
  message: string,
  since: Date,
): Promise<boolean> =>
  anyRow(runner, 'wasDelivered')`
    select 1
    from outbox
    where queue = ${userId} and user_id = ${userId} and message = ${message} and outcome = 'delivered' and created_at >= ${since}
    limit 1`
