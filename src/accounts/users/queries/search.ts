import { type Fragment, sql } from '#platform/db/sql.ts'
import { isDisabled } from './users.ts'

/** What can be asked of people, beside when they registered. */
export type Standing = 'blocked' | 'unconfirmed' | 'closing' | 'without-second-factor'

/** The place after an account, in one of two orders. */
export type SearchPlace = { id: string; createdAt: Date | undefined }

export type Search = {
  standing: Standing | undefined
  /** From then on, and before then. */
  registered: { from: Date | undefined; to: Date | undefined } | undefined
  after: SearchPlace | undefined
  /** How many accounts are looked at, so that none that is rarely found makes a search long. */
  looks: number
}

/** An account that was looked at. */
export type Candidate = { id: string; createdAt: Date; isFound: boolean }

/**
 * How to look for people of a standing: an index that has them, and what is left to ask of each. `ofAnybody`: whether somebody has it,
 * to be asked of all who registered within a time. There is none where they are few.
 */
type Way = { among: Fragment; id: Fragment; are: Fragment; is: Fragment; ofAnybody?: Fragment }

const always = sql`true`

/** @param isGuarded whether the user of `users.id` has a second factor */
const ways = (isGuarded: Fragment): Record<Standing, Way> => ({
  blocked: {
    among: sql`users`,
    id: sql`users.id`,
    are: sql`users.disabled_at is not null`,
    is: isDisabled,
  },
  closing: {
    among: sql`account_deletions join users on users.id = account_deletions.user_id`,
    id: sql`account_deletions.user_id`,
    are: always,
    is: always,
  },
  unconfirmed: {
    among: sql`emails join users on users.id = emails.user_id`,
    id: sql`emails.user_id`,
    are: sql`emails.verified_at is null`,
    is: always,
    // no `exists`, of which the planner would hash everybody's
    ofAnybody: sql`(select emails.verified_at is null from emails where emails.user_id = users.id)`,
  },
  'without-second-factor': {
    among: sql`users`,
    id: sql`users.id`,
    are: always,
    is: sql`not ${isGuarded}`,
    ofAnybody: sql`not ${isGuarded}`,
  },
})

/** Whether a search goes by the time of registration, and otherwise by ids, of which later ones are newer, too. */
export const isByRegistration = ({
  standing,
  registered,
}: Pick<Search, 'standing' | 'registered'>): boolean =>
  standing === undefined || (registered !== undefined && ways(always)[standing].ofAnybody !== undefined)

/** The newest first: `looks` accounts of an index, and which of them are found. In one piece, as `usersAfter`. */
export const candidatesOf = (search: Search, isGuarded: Fragment): Fragment => {
  const { standing } = search
  return standing === undefined || isByRegistration(search)
    ? amongRegistered(search, (standing && ways(isGuarded)[standing].ofAnybody) ?? always)
    : amongThose(search, ways(isGuarded)[standing])
}

const lowestId = '00000000-0000-0000-0000-000000000000'
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const amongRegistered = ({ registered, after, looks }: Search, is: Fragment): Fragment => sql`
  select users.id, users.created_at as "createdAt", ${is} as "isFound"
  from users
  where users.created_at >= coalesce(${registered?.from ?? null}::timestamptz, '-infinity')
    and (users.created_at, users.id)
      < (coalesce(${after?.createdAt ?? registered?.to ?? null}::timestamptz, 'infinity'), ${after?.id ?? lowestId}::uuid)
  order by users.created_at desc, users.id desc
  limit ${looks}`

const amongThose = ({ registered, after, looks }: Search, { among, id, are, is }: Way): Fragment => sql`
  select users.id, users.created_at as "createdAt", ${is}
    and users.created_at >= coalesce(${registered?.from ?? null}::timestamptz, '-infinity')
    and users.created_at < coalesce(${registered?.to ?? null}::timestamptz, 'infinity') as "isFound"
  from ${among}
  where ${are} and ${id} < ${after?.id ?? highestId}::uuid
  order by ${id} desc
  limit ${looks}`
