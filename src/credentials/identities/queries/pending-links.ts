import { firstRow, type Runner, run } from '#platform/db/db.ts'
import { ifGenuine, macOf } from '#platform/db/sealing.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

/** A provider's identity that waits for the owner's confirmation. */
type PendingLink = {
  userId: string
  digest: Uint8Array
  provider: string
  subject: string
  email: string | undefined
  codeChallenge: string | undefined
}

const kind = 'identity link'

const valuesOf = (
  { userId, digest, provider, codeChallenge }: Omit<PendingLink, 'subject' | 'email'>,
  { subject, email }: { subject: string; email: string | null | undefined },
) => [userId, digest, provider, subject, email, codeChallenge]

export const insertIdentityLink = (
  runner: Runner,
  link: PendingLink & { seconds: number },
): Promise<unknown> =>
  run(runner, 'insertIdentityLink')`
    insert into identity_links (user_id, digest, provider, subject, email, code_challenge, mac, expires_at)
    values (${link.userId}, ${link.digest}, ${link.provider}, ${link.subject}, ${link.email ?? null},
      ${link.codeChallenge ?? null}, ${macOf(runner, kind, valuesOf(link, link))}, now() + make_interval(secs => ${link.seconds}))`

/** The one statement that spends a link's code, by the same rules as `spendOauthCode`. */
export const spendIdentityLink = async (
  runner: Runner,
  link: Omit<PendingLink, 'subject' | 'email'>,
): Promise<{ subject: string; email: string | null } | undefined> => {
  const { userId, digest, provider, codeChallenge } = link
  const row = await firstRow(runner, 'spendIdentityLink')<{
    subject: string
    email: string | null
    mac: Uint8Array | null
  }>`
    delete from identity_links
    where user_id = ${userId} and digest = ${digest} and provider = ${provider} and expires_at > now()
      and code_challenge is not distinct from ${codeChallenge ?? null}
    returning subject, email, mac`
  return ifGenuine(runner, kind, row, (spent) => valuesOf(link, spent))
}

export const deleteIdentityLinks = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteIdentityLinks')`delete from identity_links where user_id = ${userId}`

export const deleteEveryIdentityLink = (runner: Runner): Promise<unknown> =>
  run(runner, 'deleteEveryIdentityLink')`delete from identity_links`

export const sweepIdentityLinks = sweepOf(sql`identity_links`, {
  key: sql`user_id, digest`,
  when: sql`expires_at`,
})
