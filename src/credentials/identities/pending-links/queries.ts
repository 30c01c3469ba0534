import { firstRow, type Runner, run } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'

/** A provider's identity that waits for the owner's confirmation. */
type PendingLink = {
  userId: string
  digest: Uint8Array
  provider: string
  subject: string
  email: string | undefined
  codeChallenge: string | undefined
}

export const insertIdentityLink = (
  runner: Runner,
  link: PendingLink & { seconds: number },
): Promise<unknown> =>
  run(runner, 'insertIdentityLink')`
    insert into identity_links (user_id, digest, provider, subject, email, code_challenge, expires_at)
    values (${link.userId}, ${link.digest}, ${link.provider}, ${link.subject}, ${link.email ?? null},
      ${link.codeChallenge ?? null}, now() + make_interval(secs => ${link.seconds}))`

/** The one statement that spends a link's code, by the same rules as `spendOauthCode`. */
export const spendIdentityLink = (
  runner: Runner,
  { userId, digest, provider, codeChallenge }: Omit<PendingLink, 'subject' | 'email'>,
): Promise<{ subject: string; email: string | null } | undefined> =>
  firstRow(runner, 'spendIdentityLink')`
    delete from identity_links
    where user_id = ${userId} and digest = ${digest} and provider = ${provider} and expires_at > now()
      and code_challenge is not distinct from ${codeChallenge ?? null}
    returning subject, email`

export const deleteIdentityLinks = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteIdentityLinks')`delete from identity_links where user_id = ${userId}`

export const deleteEveryIdentityLink = (runner: Runner): Promise<unknown> =>
  run(runner, 'deleteEveryIdentityLink')`delete from identity_links`

export const sweepIdentityLinks = sweepOf(sql`identity_links`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
})
