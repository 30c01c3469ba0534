import { type Db, onlyRow, type Runner } from '../db.ts'
import { readMigrations } from '../migration-files.ts'
import { pendingMigrations } from '../pending.ts'
import { poolerAt } from '../pooler.ts'
import type { SpreadTable } from './tables.ts'

type Standing = {
  role: string
  services: number
  isCoordinator: boolean
  workers: number
  owns: boolean
}

/** @throws if this is not a database of this program's schema on Citus */
export const checkCitus = async (db: Db, databaseUrl: string): Promise<void> => {
  if ((await poolerAt(databaseUrl)) !== 'none')
    throw new Error('DATABASE_URL leads to PgBouncer. Name the coordinator itself for as long as this takes.')
  const { hasCitus } = await onlyRow(db, 'hasCitus')<{ hasCitus: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as "hasCitus"`
  if (!hasCitus)
    throw new Error('This database has no Citus. Run "create extension citus" in it on every server first.')
  const pending = await pendingMigrations(db, await readMigrations())
  if (pending.length > 0)
    throw new Error(
      `These migrations are pending: ${pending.map(({ name }) => name).join(', ')}. Run "npx sallyport migrate" first.`,
    )
}

/** @throws the first obstacle to distributing the tables, and what to do about it */
export const checkReadiness = async (db: Db, tables: readonly SpreadTable[]): Promise<void> => {
  const fault = faultOf(await standingOf(db, tables))
  if (fault) throw new Error(fault)
}

const faultOf = ({ role, services, isCoordinator, workers, owns }: Standing): string | undefined => {
  if (!isCoordinator) return 'DATABASE_URL leads to a worker. Name the coordinator.'
  if (workers === 0)
    return 'Citus knows no worker that rows can go to. Add them with "select citus_add_node(host, port)" on the coordinator.'
  if (!owns) return `The role ${role} doesn't own the tables. Name their owner in DATABASE_URL.`
  if (services > 0)
    return `The service is connected (${services} connections). Stop every process of it: nobody can write while a table is copied.`
}

/** A service's connections are recognised by the name that they set; this one has the same. */
const standingOf = (runner: Runner, tables: readonly SpreadTable[]): Promise<Standing> =>
  onlyRow(runner, 'standingOf')`
    select current_user as role,
      (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
      (
        select count(*)::integer from pg_dist_node
        where isactive and shouldhaveshards and noderole = 'primary'
      ) as workers,
      not exists (
        select from unnest(${tables.map(({ name }) => name)}::text[]) as name
        join pg_class on pg_class.oid = to_regclass(name)
        where not pg_has_role(relowner, 'usage')
      ) as owns,
      (
        select count(*)::integer from pg_stat_activity
        where datname = current_database() and application_name = 'sallyport' and pid <> pg_backend_pid()
      ) as services`
