import type { Statement } from './sql.ts'

/** Something that runs statements: the database, or one transaction on it. */
export type Runner = {
  /** @returns the rows. @throws `UniqueViolation`, or `Refused` 503 when the database is away or too slow */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>
}

export type TransactionOptions = {
  /** Whether its statements may take hours, as a migration of a large table does. */
  isPatient?: boolean
}

/** A database, embedded or not. Modules cannot tell which. */
export type Db = Runner & {
  /**
   * Commits what `work` did with its runner, or, when `work` throws, none of it. Never nest, never do slow work inside.
   * Statements that begin without waiting for each other (`Promise.all`) travel together, and still run in that order,
   * each seeing what those before it did.
   */
  transaction<Result>(
    work: (runner: Runner) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  close(): Promise<void>
}

export const first = async <Row>(runner: Runner, statement: Statement<Row>): Promise<Row | undefined> =>
  (await runner.run(statement))[0]

/** The one row that there must be. @throws when there is none, which is a bug */
export const one = async <Row>(runner: Runner, statement: Statement<Row>): Promise<Row> => {
  const [row] = await runner.run(statement)
  if (row === undefined) throw new Error(`"${statement.name}" found no row`)
  return row
}

export const many = <Row>(runner: Runner, statement: Statement<Row>): Promise<Row[]> => runner.run(statement)
