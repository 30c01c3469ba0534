import type { Node } from 'libpg-query'
import { spread } from '../../../src/modules.ts'
import type { Statement } from '../../../src/platform/db/sql.ts'
import { tables } from '../schema.ts'
import { hasChangingOfColumn, hasVolatile, isChanging } from './fixed.ts'
import { isSpread } from './scope.ts'
import { type Change, changesIn, type Kinds, kindsOf, nodesIn, returnedBy, tablesIn } from './tree.ts'
import { type Whose, whoseIn } from './whose.ts'

/** A statement, its parse tree from PostgreSQL's parser, and the owners of its rows. */
export type Look = { tree: Kinds; whose: readonly Whose[]; isElsewhere: boolean }

export const lookAt = (tree: Kinds, { values, isElsewhere = false }: Omit<Statement, 'name'>): Look => ({
  tree,
  whose: whoseIn(tree, values),
  isElsewhere,
})

type Rule = {
  /** Statements that do not keep to it. `$1` and `$2` are two users. */
  refused: readonly string[]
  isBroken(look: Look): boolean
}

/** The rules of docs/recipes.md for a new statement, as far as a statement shows them. */
export const rules = {
  "each table has the user's id as a value of its own, and it is one user's": {
    refused: [
      'select typed from emails',
      'select user_id from emails order by user_id limit 1',
      `select emails.typed from email_owners as owner join emails on emails.user_id = owner.user_id
        where owner.canonical = $1`,
      'select exists (select 1 from passwords where user_id = users.id) from users where id = $1',
      'select typed from emails where user_id = $1 or user_id = $2',
      'select typed from emails where user_id in ($1, $2)',
      'select typed from emails where user_id = any($1)',
      'select typed from emails join users on users.id = $2 where user_id = $1',
      'insert into passwords (phc, user_id) select phc, gen_random_uuid() from passwords where user_id = $1',
      'delete from sessions where user_id = $1 and id in (select id from sessions)',
      'with asked as (select id from users) delete from sessions using asked where user_id = asked.id',
    ],
    isBroken: (look) => !isOfOne(look),
  },
  'rows of one user at a time are locked': {
    refused: [
      'select user_id from sessions where ends_at < now() for update skip locked',
      'delete from sessions where (user_id, id) in (select user_id, id from sessions limit 5 for update)',
    ],
    isBroken: (look) =>
      !isOfOne(look) && nodesIn(look.tree).some(({ SelectStmt }) => SelectStmt?.lockingClause),
  },
  'what an "on conflict do update" sets or asks for is fixed': {
    refused: [
      'insert into passwords (user_id) values ($1) on conflict (user_id) do update set set_at = now()',
      `insert into passwords (user_id) values ($1) on conflict (user_id) do update
        set set_at = excluded.set_at + interval '1 day'`,
      `insert into passwords (user_id) values ($1) on conflict (user_id) do update
        set set_at = excluded.set_at where passwords.set_at < now()`,
      `insert into passwords (user_id) values ($1) on conflict (user_id) do update
        set phc = (select kind from sessions where user_id = $1)`,
    ],
    isBroken: (look) =>
      spreadChangesIn(look)
        .map(({ insert }) => insert?.onConflictClause)
        .some((clause) => isChanging(clause) || hasSubquery(clause)),
  },
  'what a change returns is fixed': {
    refused: [
      'delete from sessions where user_id = $1 returning now() - ends_at as late',
      "update sessions set kind = 'page' where user_id = $1 returning ends_at - interval '1 day' as at",
      `delete from sessions where user_id = $1 returning array_to_string(methods, ',') as methods`,
    ],
    isBroken: (look) => spreadChangesIn(look).some((change) => isChanging(returnedBy(change))),
  },
  'no case or coalesce of a change asks a clock': {
    refused: [
      "update sessions set ends_at = case when kind = 'page' then now() else ends_at end where user_id = $1",
      'update sessions set ends_at = coalesce(ends_at, now()) where user_id = $1',
      'delete from sessions where user_id = $1 and coalesce(ends_at, current_timestamp) < now()',
      "update sessions set ends_at = case when kind = 'page' then ends_at + interval '1 day' end where user_id = $1",
      `with ended as (update sessions set ends_at = coalesce(ends_at, now()) where user_id = $1 returning id)
        select id from ended`,
    ],
    isBroken: (look) =>
      nodesIn(spreadChangesIn(look).map(termsOf)).some(({ CaseExpr, CoalesceExpr }) =>
        isChanging(CaseExpr ?? CoalesceExpr),
      ),
  },
  "no column of what is changed goes into what depends on the session's time zone": {
    refused: [
      "update sessions set ends_at = created_at + interval '1 day' where user_id = $1",
      'delete from sessions where user_id = $1 and ends_at + make_interval(days => 1) < now()',
      "delete from sessions where user_id = $1 and date_trunc('day', ends_at) < now()",
      "update emails set mac = '' where user_id = $1 and jsonb_build_array(canonical, typed) = '[]'",
    ],
    isBroken: (look) =>
      spreadChangesIn(look)
        // values from beside the changed table are allowed
        .filter(({ update, delete: remove }) => !update?.fromClause && !remove?.usingClause)
        .some((change) => hasChangingOfColumn(termsOf(change))),
  },
  'no change is by chance': {
    refused: [
      'update sessions set id = gen_random_uuid() where user_id = $1',
      'delete from sessions where user_id = $1 and random() < 0.5',
      'update sessions set ends_at = clock_timestamp() where user_id = $1',
    ],
    isBroken: (look) => spreadChangesIn(look).some((change) => hasVolatile(termsOf(change))),
  },
  'nothing is set to a part of an array': {
    refused: [
      'update sessions set methods = methods[1:5] where user_id = $1',
      'update sessions set kind = methods[1] where user_id = $1',
      'update sessions set methods = (methods[2:])::text[] where user_id = $1',
      `insert into sessions (user_id) values ($1) on conflict (id) do update
        set methods = (sessions.methods || excluded.methods)[1:5]`,
      'insert into attempts (key) values ($1) on conflict (key) do update set times = excluded.times[:5]',
    ],
    // of any table: Citus ends with all connections, unless the table lies on the coordinator only
    isBroken: ({ tree }) => changesIn(tree).flatMap(setsOf).some(isPartOfArray),
  },
  'inserted values hold no subquery': {
    refused: [
      'insert into passwords (user_id, phc) values ($1, (select kind from sessions where user_id = $1))',
    ],
    isBroken: (look) => spreadChangesIn(look).some((change) => hasSubquery(sourceOf(change)?.valuesLists)),
  },
  'rows that the one sequence numbers are inserted by values': {
    refused: [
      "insert into events (user_id, type) select $1::uuid, 'a' where now() > '2026-01-01'",
      "insert into outbox (queue, channel) select id, 'mail' from users where id = $1",
    ],
    isBroken: (look) =>
      spreadChangesIn(look).some((change) => isNumbered(change) && !sourceOf(change)?.valuesLists),
  },
  'what a "with" changes is not read beside it': {
    refused: [
      'with ended as (delete from sessions where user_id = $1) select id from sessions where user_id = $1',
      `with spent as (update sessions set kind = 'page' where user_id = $1 returning id)
        update sessions set seed = '' where user_id = $1 and id in (select id from spent)`,
    ],
    isBroken: ({ tree }) =>
      nodesIn(tree).some(({ CommonTableExpr }) => {
        const inside = tablesIn(CommonTableExpr)
        return changesIn(kindsOf(CommonTableExpr?.ctequery)).some(
          ({ table }) => isSpread(table) && timesIn(tablesIn(tree), table) > timesIn(inside, table),
        )
      }),
  },
  'no select is empty': {
    refused: [
      'select from sessions where user_id = $1',
      'select id from users where id = $1 and exists (select from sessions where user_id = $1)',
    ],
    isBroken: ({ tree, whose }) =>
      whose.length > 0 &&
      nodesIn(tree).some(
        ({ SelectStmt }) =>
          SelectStmt?.op === 'SETOP_NONE' && !SelectStmt.targetList && !SelectStmt.valuesLists,
      ),
  },
  'parameters that are selected have a type': {
    refused: [
      'select $1 as user_id from users where id = $1',
      'insert into backup_codes (user_id, digest) select user_id, $2 from passwords where user_id = $1',
    ],
    isBroken: ({ tree, whose }) =>
      whose.length > 0 &&
      nodesIn(tree).some(({ SelectStmt }) =>
        (SelectStmt?.targetList ?? []).some((target) => kindsOf(kindsOf(target).ResTarget?.val).ParamRef),
      ),
  },
  'what changes a table that is not spread by user, and nothing else, says that it lies elsewhere': {
    refused: ['delete from email_owners where canonical = $1', 'update feed_position set last = last + 1'],
    isBroken: ({ tree, isElsewhere }) =>
      changesIn(tree).some(({ table }) => liesElsewhere(table)) !== isElsewhere,
  },
} as const satisfies Record<string, Rule>

const isOfOne = ({ whose }: Look): boolean =>
  whose.every(({ value, isMany }) => value !== undefined && !isMany) &&
  new Set(whose.map(({ value }) => value)).size <= 1

/** Of tables that lie on several servers. */
const spreadChangesIn = ({ tree }: Look): Change[] => changesIn(tree).filter(({ table }) => isSpread(table))

/** The assignments of an `update`, and the rows that it or a `delete` selects. */
const termsOf = ({ update, delete: remove }: Change): unknown =>
  withoutSubqueries([update?.targetList, (update ?? remove)?.whereClause])

/** What columns of existing rows are set to. */
const setsOf = ({ update, insert }: Change): (Node | undefined)[] =>
  (update ?? insert?.onConflictClause)?.targetList?.map((target) => kindsOf(target).ResTarget?.val) ?? []

const isPartOfArray = (value: Node | undefined): boolean => {
  const { TypeCast, A_Indirection } = kindsOf(value)
  if (TypeCast) return isPartOfArray(TypeCast.arg)
  return kindsOf(A_Indirection?.indirection?.at(-1)).A_Indices !== undefined
}

const withoutSubqueries = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(withoutSubqueries)
  if (typeof part !== 'object' || part === null) return part
  const others = Object.entries(part).filter(([kind]) => kind !== 'SubLink')
  return Object.fromEntries(others.map(([kind, value]) => [kind, withoutSubqueries(value)]))
}

const hasSubquery = (part: unknown): boolean => nodesIn(part).some(({ SubLink }) => SubLink)

const sourceOf = ({ insert }: Change) => kindsOf(insert?.selectStmt).SelectStmt

const isNumbered = ({ table, insert }: Change): boolean =>
  insert !== undefined &&
  tables.some(({ name, isNumbered }) => name === table && isNumbered) &&
  !(insert.cols ?? []).some((column) => kindsOf(column).ResTarget?.name === 'id')

const timesIn = (names: readonly string[], wanted: string) => names.filter((name) => name === wanted).length

/** Columns by which rows lie with those of their user. */
const byUser = ['user_id', 'id', 'queue']

/** Lie elsewhere, and need not be changed together with what lies there. Each with its reason. */
const apart: Record<string, string> = {
  attempts: 'a count that is off by one does nobody harm, and every sign-in would have to wait for it',
}

const liesElsewhere = (table: string): boolean =>
  table in spread && !byUser.includes(`${spread[table]}`) && !(table in apart)
