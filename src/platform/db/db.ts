import type { RowSeals } from '../crypto/row-seals.ts'
import { query, type Statement } from './sql.ts'

/** Something that runs statements: the database, or one transaction on it. */
export type Runner = {
  /** @returns the rows. @throws `UniqueViolation`, or `Refused` 503 when the database is away or too slow */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>
  /**
   * Whether rows are distributed over several servers by user, so that a statement about several users keeps all of
   * them busy.
   */
  isSpread?(): boolean
  /** Of rows that grant something; available once the key is known. */
  seals?: RowSeals
}

export type TransactionOptions = {
  /** Whether its statements may take hours, like a migration of a large table. */
  isPatient?: boolean
}

/** A database, embedded or not. Modules cannot tell which. */
export type Db = Runner & {
  /**
   * Commits what `work` did with its runner, or, when `work` throws, none of it. Never nest, never do slow work
   * inside. Statements begun without waiting for each other (`Promise.all`) are sent together, and still run in
   * order, each seeing those before it.
   */
  transaction<Result>(
    work: (runner: Runner) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /**
   * Lets `npx sallyport` work on an embedded database while it is open.
   * @param notice called for a command that was cut off
   * @throws if its folder can have no socket
   */
  share?(notice: (cause: Error) => void): Promise<void>
  close(): Promise<void>
  /** Host and port of the server that serves; undefined while none is known to. */
  server?(): string | undefined
  /** Of its pool, if it has one. `waiting` is work without a connection. */
  connections?(): Record<'busy' | 'idle' | 'waiting', number>
}

/**
 * For changes of a table that is not distributed by user: the rest of the transaction may be on another server, and
 * commits with them.
 */
export const elsewhere = (runner: Runner): Runner => ({
  ...runner,
  run: (statement) => runner.run({ ...statement, isElsewhere: true }),
})

type Text = TemplateStringsArray

/** Runs a statement under its name in the log. @returns its rows */
export const run =
  (runner: Runner, name: string) =>
  <Row>(text: Text, ...values: unknown[]): Promise<Row[]> =>
    runner.run(query(name)<Row>(text, ...values))

/** @returns the first row, if any */
export const firstRow =
  (runner: Runner, name: string) =>
  async <Row>(text: Text, ...values: unknown[]): Promise<Row | undefined> =>
    (await run(runner, name)<Row>(text, ...values))[0]

/** @returns the one row that there must be. @throws if there is none, which is a bug */
export const onlyRow =
  (runner: Runner, name: string) =>
  async <Row>(text: Text, ...values: unknown[]): Promise<Row> => {
    const [row] = await run(runner, name)<Row>(text, ...values)
    if (row === undefined) throw new Error(`"${name}" found no row`)
    return row
  }

/** @returns how many rows were selected, or changed and returned */
export const countRows =
  (runner: Runner, name: string) =>
  async (text: Text, ...values: unknown[]): Promise<number> =>
    (await run(runner, name)(text, ...values)).length

/** @returns whether any row was */
export const anyRow =
  (runner: Runner, name: string) =>
  async (text: Text, ...values: unknown[]): Promise<boolean> =>
    (await run(runner, name)(text, ...values)).length > 0
