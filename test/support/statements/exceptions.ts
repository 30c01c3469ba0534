import type { rules } from './rules.ts'
import { onSeveral } from './several.ts'

const everybody = 'by an operator who ends what everybody has, while nobody is served'
const atStart = 'once at a start'
const alone = 'by itself, and not with changes of anything else'

type Exceptions = { [rule in keyof typeof rules]?: Record<string, string> }

/** By rule, the statements that may break it, and why. */
export const exceptions: Exceptions = {
  "each table has the user's id as a value of its own, and it is one user's": {
    ...onSeveral,
    unsealed: 'in the day after an upgrade, or when the key of the rows is lost',
    sweeps: 'what is dead is so whoever it was of, and only a look at all servers finds it',
    freeEmails: 'addresses lie by themselves, and those of one user on several servers',
    raiseEveryEpoch: everybody,
    deleteEveryLink: everybody,
    deleteEveryMailedCode: everybody,
    deleteEveryIdentityLink: everybody,
    deleteEveryReset: everybody,
    deleteEveryEnrolment: everybody,
    deleteEveryMirrored: everybody,
    deleteEverySession: everybody,
    readDeliveries: 'for operators, who ask how mail is doing',
    countPasswords: 'for operators, of a hundred thousand at most',
    countLost: 'at a start, and only after a key has left',
    isInUse: atStart,
  },
  'what a "with" changes is not read beside it': {
    usePasskey: 'asks whether the passkey is there, which its use does not change',
  },
  'what changes a table that is not spread by user, and nothing else, says that it lies elsewhere': {
    sweeps: alone,
    unsealed: alone,
    'seal service_keys': alone,
    insertRowKey: alone,
    replaceRowKey: alone,
    noteKey: alone,
    forgetKeys: alone,
    noteMigration: 'with a change of tables, which Citus tells its servers in two phases',
    noteMinVersion: 'with a change of tables, which Citus tells its servers in two phases',
  },
}

/** Statements that are not collected, because no function that is given a runner makes them. They name no table of ours. */
export const uncollected: Record<string, string> = {
  look: 'made when a database is opened',
  watchClock: 'made by what goes on until it is stopped',
  hasCitus: 'asked after a connection of its own',
  spread: 'a function of Citus',
  isSpreadTable: "a table of Citus's",
  listTriggers: 'names what PostgreSQL knows of a table',
  dropRemains: 'a function of Citus',
}

const onCitus = 'asks a table of Citus'
const named = 'is told the table'

/** Statements that the embedded database does not plan. */
export const unplanned: Record<string, string> = {
  nextRows: 'moves a cursor, which is no statement with a plan',
  emptyTable: named,
  hasRows: named,
  insertRows: named,
  leapAhead: named,
  spreadTables: onCitus,
  standingOf: onCitus,
}

const anyTable = 'has another text for each table of a back-up'

/** Statements of which some have not run on Citus in any test. */
export const unseen: Record<string, string> = {
  insertRows: anyTable,
  leapAhead: anyTable,
  setResetAside: 'after a failure, which tests make with a trigger',
  returnCodeTry: 'after an outage, which no test makes there',
}
