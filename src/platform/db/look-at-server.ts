import { withBriefClient } from './brief-client.ts'

export type Look = {
  isStandby: boolean
  isReadOnly: boolean
  /** Whether a commit waits for a standby. */
  isSynchronous: boolean
  /** Of a primary: grows with each promotion. */
  timeline: number | null
}

/** The present state of one server of a list. @throws the driver's error, if nothing answers */
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
