import { matchesGlob } from 'node:path'

export type Database = 'none' | 'embedded' | 'postgres'

/** A file, and the database that it runs on. */
export type Turn = { file: string; database: Database }

const both: Database[] = ['postgres', 'embedded']
const one: Database[] = ['postgres']
const embedded: Database[] = ['embedded']
const none: Database[] = ['none']

/**
 * The folder is the plan: on which databases a file always runs, and on which with `--everything` or by its name. The
 * first that fits counts. Tests of races, expiry and single use run on both databases, at the latest with
 * `--everything`.
 */
const plan: [files: string, always: Database[], everything: Database[]][] = [
  // where the embedded database could differ: clocks, counters, and single use
  [
    'test/attacks/{clocks-that-go-back,counters,expiry,refresh-token-theft,two-factor-replay}.test.ts',
    both,
    both,
  ],
  // they are read in the source, and planned by the database that no other test has run all of them on
  ['test/database/statements.test.ts', embedded, embedded],
  // long, and the same statements whichever database it is
  ['test/database/{import,export,hash-abandoned,sealed-rows,webhook}*.test.ts', one, both],
  ['test/database/**', both, both],
  ['test/{api,attacks,cli,client,pages}/**', one, both],
  ['test/{browser,compiled,packed}/**', [], one],
  ['test/{faults,processes}/**', [], both],
  // they draw at random what others name, or start a database each
  ['packages/{*/model/**,durable-pglite/**,openapi-changes/src/mutations.test.ts}', [], none],
  // months pass in them, for each column and setting that holds a time, or they start a service for each of several settings
  ['test/test-mode/{command,people-with-settings,what-settings-last,what-time-does}.test.ts', [], embedded],
  ['test/test-mode/**', embedded, embedded],
  // beside the code, and in test/pure
  ['**', none, none],
]

/** @returns what always runs, and what waits for `--everything` */
export const planOf = (files: readonly string[]): { always: Turn[]; later: Turn[] } => {
  const turns = files.flatMap((file) => {
    const [, always = [], everything = []] = plan.find(([glob]) => matchesGlob(file, glob)) ?? []
    return everything.map((database) => ({ file, database, isLater: !always.includes(database) }))
  })
  const { always = [], later = [] } = Object.groupBy(turns, ({ isLater }) => (isLater ? 'later' : 'always'))
  return { always, later }
}

/** Whether a file has a process to itself, because it watches, changes or ends processes. */
export const isAlone = (file: string): boolean =>
  matchesGlob(file, 'test/{browser,compiled,faults,packed,processes}/**')
