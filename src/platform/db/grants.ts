import { type Db, firstRow, type Runner, run } from './db.ts'

/** By table: privileges, limited to columns if these follow in brackets. */
export type Rights = Readonly<Record<string, readonly string[]>>

export const everyRight = ['select', 'insert', 'update', 'delete']

const privileges = [...everyRight, 'truncate', 'references', 'trigger']

type Role = { role: string; schema: string }

/**
 * Grants a role what serving needs, and takes back whatever else it was granted. To be called as the owner of the tables.
 * @throws if there is no such role, or it can do more all the same
 */
export const grantServing = (db: Db, name: string, rights: Rights): Promise<void> =>
  db.transaction(async (runner) => {
    const found = await findRole(runner, name)
    if (!found) throw new Error(`There is no role ${name}. Create it first.`)
    const { role, schema } = found
    await runner.script(`
      revoke create on schema ${schema} from public, ${role};
      revoke all on ${Object.keys(rights).join(', ')} from ${role};
      grant usage on schema ${schema} to ${role};
      ${grantsTo(role, rights)}`)
    const powers = await listPowers(runner, name, rights)
    if (powers.length > 0) throw new Error(`${name} can do more than serve: it ${powers.join('; it ')}.`)
  })

/** Grants what is new to the roles that serve already. Does nothing unless this role owns the tables. */
export const renewGrants = async (db: Db, rights: Rights): Promise<void> => {
  for (const { role } of await listServing(db)) await db.script(grantsTo(role, rights))
}

const grantsTo = (role: string, rights: Rights) =>
  Object.entries(rights)
    .map(([table, each]) => `grant ${each.join(', ')} on ${table} to ${role};`)
    .join('\n')

/** Both quoted where they have to be. */
const findRole = (runner: Runner, name: string): Promise<Role | undefined> =>
  firstRow(runner, 'findRole')`
    select quote_ident(rolname) as role, quote_ident(current_schema()) as schema
    from pg_roles
    where rolname = ${name}`

/** Every process that serves notes that its key is in use. */
const listServing = (runner: Runner): Promise<{ role: string }[]> =>
  run(runner, 'listServing')`
    select distinct quote_ident(rolname) as role
    from pg_class
    cross join aclexplode(relacl) as acl
    join pg_roles on pg_roles.oid = acl.grantee
    where pg_class.oid = to_regclass('key_ids') and acl.privilege_type = 'UPDATE'
      and acl.grantee <> relowner and pg_has_role(relowner, 'usage')`

/** What a role can do beyond its rights, from elsewhere. */
const listPowers = async (runner: Runner, name: string, rights: Rights): Promise<string[]> => {
  const others = Object.values(rights).map((each) => privileges.filter((one) => !each.includes(one)).join())
  const row = await firstRow(runner, 'listPowers')<{ powers: string[] }>`
    select array_remove(array[
      case when rolsuper then 'is a superuser' end,
      case when rolcreaterole then 'may create roles' end,
      case when pg_has_role(oid, current_user, 'member') then 'is a member of ' || current_user end,
      case when has_schema_privilege(oid, current_schema(), 'create') then 'may create tables' end,
      case when has_database_privilege(oid, current_database(), 'create') then 'may create schemas' end,
      case when has_parameter_privilege(oid, 'session_replication_role', 'set') then 'may turn off triggers' end,
      (
        select 'has other rights to ' || string_agg(name, ', ')
        from unnest(${Object.keys(rights)}::text[], ${others}::text[]) as beyond (name, privileges)
        where has_table_privilege(pg_roles.oid, name, privileges)
      )
    ], null) as powers
    from pg_roles
    where rolname = ${name}`
  return row?.powers ?? []
}
