import { type Db, firstRow, onlyRow, type Runner, run } from './db.ts'
import { lockMigrations } from './migrate.ts'

/** By table: privileges, limited to columns if these follow in brackets. */
export type Rights = Readonly<Record<string, readonly string[]>>

export const everyRight = ['select', 'insert', 'update', 'delete']

const privileges = [...everyRight, 'truncate', 'references', 'trigger']

type Role = { role: string; schema: string }

/**
 * Grants a role what serving needs, and revokes everything else. To be called as the owner of the tables.
 * @throws if there is no such role, or it can still do more
 */
export const grantServing = (db: Db, name: string, wanted: Rights): Promise<void> =>
  oneByOne(db, async (runner) => {
    const rights = isSpread(db) ? ofTables(wanted) : wanted
    const found = await findRole(runner, name)
    if (!found) throw new Error(`There is no role ${name}. Create it first.`)
    const { role, schema } = found
    await runner.script(`
      revoke create on schema ${schema} from public, ${role};
      revoke all on ${Object.keys(rights).join(', ')} from ${role};
      grant usage on schema ${schema} to ${role};
      ${grantsTo(role, rights)}`)
    const power = await findPower(runner, name, rights)
    if (power) throw new Error(`${name} can do more than serve: it ${power}.`)
  })

/** Grants new rights to the existing serving roles. Does nothing unless this role owns the tables. */
export const renewGrants = (db: Db, wanted: Rights): Promise<void> =>
  oneByOne(db, async (runner) => {
    const rights = isSpread(db) ? ofTables(wanted) : wanted
    for (const { role } of await listServing(runner)) await runner.script(grantsTo(role, rights))
  })

const isSpread = (db: Db) => db.isSpread?.() ?? false

/** The same without columns: Citus does not pass rights on columns to its servers. */
const ofTables = (rights: Rights): Rights =>
  Object.fromEntries(
    Object.entries(rights).map(([table, each]) => [
      table,
      each.map((right) => right.replace(/ \(.*\)$/, '')),
    ]),
  )

/** Simultaneous grants would fail: PostgreSQL does not make them wait for each other. */
const oneByOne = (db: Db, work: (runner: Runner) => Promise<void>): Promise<void> =>
  db.transaction(
    async (runner) => {
      await lockMigrations(runner)
      await work(runner)
    },
    { isPatient: true },
  )

const grantsTo = (role: string, rights: Rights) =>
  Object.entries(rights)
    .map(([table, each]) => `grant ${each.join(', ')} on ${table} to ${role};`)
    .join('\n')

/** Both quoted where necessary. */
const findRole = (runner: Runner, name: string): Promise<Role | undefined> =>
  firstRow(runner, 'findRole')`
    select quote_ident(rolname) as role, quote_ident(current_schema()) as schema
    from pg_roles
    where rolname = ${name}`

/** Every serving process records that its key is in use. */
const listServing = (runner: Runner): Promise<{ role: string }[]> =>
  run(runner, 'listServing')`
    select distinct quote_ident(rolname) as role
    from pg_class
    cross join aclexplode(relacl) as acl
    join pg_roles on pg_roles.oid = acl.grantee
    where pg_class.oid = to_regclass('key_ids') and acl.privilege_type = 'UPDATE'
      and acl.grantee <> relowner and pg_has_role(relowner, 'usage')`

/**
 * What a role can do beyond its rights, by itself or as another that it can become with `set role`. Only the first
 * one found: the others often follow from it.
 */
const findPower = async (runner: Runner, name: string, rights: Rights): Promise<string | null> => {
  const others = Object.values(rights).map((each) => privileges.filter((one) => !each.includes(one)).join())
  const { power } = await onlyRow(runner, 'findPower')<{ power: string | null }>`
    with roles as (
      select oid, rolname, rolsuper, rolcreaterole, rolname = ${name} as is_self
      from pg_roles
      where pg_has_role(${name}::name, oid, 'member')
    ),
    owners as (
      select datdba as oid from pg_database where datname = current_database()
      union select nspowner from pg_namespace where oid = current_schema()::regnamespace
      union select relowner from pg_class where relnamespace = current_schema()::regnamespace
      union select proowner from pg_proc where pronamespace = current_schema()::regnamespace
    )
    select coalesce(
      case when bool_or(rolsuper) then 'is a superuser, or can become one' end,
      case when bool_or(rolcreaterole) then 'may create roles' end,
      case when bool_or(rolname in ('pg_execute_server_program', 'pg_write_server_files'))
        then 'may run programs or write files on the server' end,
      case when bool_or(is_self and oid in (select oid from owners)) then 'owns a part of the database' end,
      'is a member of ' || string_agg(rolname, ', ')
        filter (where not is_self and oid in (select oid from owners) and rolname <> 'pg_database_owner'),
      case when bool_or(has_schema_privilege(oid, current_schema(), 'create')) then 'may create tables' end,
      case when bool_or(has_database_privilege(oid, current_database(), 'create')) then 'may create schemas' end,
      case when bool_or(has_parameter_privilege(oid, 'session_replication_role', 'set'))
        then 'may turn off triggers' end,
      (
        select 'has other rights to ' || string_agg(name, ', ')
        from unnest(${Object.keys(rights)}::text[], ${others}::text[]) as beyond (name, privileges)
        where exists (select from roles where has_table_privilege(oid, name, privileges)) or exists (
          select from pg_attribute
          cross join aclexplode(attacl) as acl
          where attrelid = to_regclass(name) and (
            acl.grantee = 0 or acl.grantee in (select oid from roles where not is_self)
          )
        )
      )
    ) as power
    from roles`
  return power
}
