import type { Statement } from './sql.ts'

/** Something that runs statements: the database, or one transaction on it. */
export type Runner = {
  /** @returns the rows. @throws `UniqueViolation`, or `Refused` 503 when the database is away or too slow */
  run(statement: Statement): Promise<unknown[]>
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>
}

export type TransactionOptions = {
  /** Whether its statements may take hours, as a migration of a large table does. */
  isPatient?: boolean
}

/** A database, embedded or not. Modules cannot tell which. */
export type Db = Runner & {
  /** Commits what `work` did with its runner, or, when `work` throws, none of it. Never nest, never do slow work inside. */
  transaction<Result>(
    work: (runner: Runner) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  close(): Promise<void>
}

export const many = async <Row>(runner: Runner, statement: Statement): Promise<Row[]> =>
  (await runner.run(statement)) as Row[]

/** One after the other. */
export const runAll = async (runner: Runner, statements: readonly Statement[]): Promise<void> => {
  for (const statement of statements) await runner.run(statement)
}

export const first = async <Row>(runner: Runner, statement: Statement): Promise<Row | undefined> =>
  (await many<Row>(runner, statement))[0]
