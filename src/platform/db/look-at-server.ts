import { withBriefClient } from './brief-client.ts'

export type Look = {
  isStandby: boolean
  isReadOnly: boolean
  /** Whether a commit waits for a standby. */
  isSynchronous: boolean
  /** Of a primary: grows with each promotion. */
  timeline: number | null
}

/** What one server of a list is at the moment. @throws what the driver says, if nothing answers */
export const lookAtServer = (url: string): Promise<Look> =>
  withBriefClient(url, async (client) => {
    const { rows } = await client.query(`
      select pg_is_in_recovery() as "isStandby",
        current_setting('transaction_read_only') = 'on' as "isReadOnly",
        current_setting('synchronous_standby_names') <> '' as "isSynchronous",
        case
          when not pg_is_in_recovery()
            then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
        end as timeline`)
    return rows[0]
  })
