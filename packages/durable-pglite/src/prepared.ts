import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'

type Statement = { name: string; text: string }

/** Statements that PostgreSQL parses and plans once, under a name: for most, that takes longer than to run them. */
export type Prepared = {
  /** @param statement with the same text under the same name each time */
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Results<Row>>
  /** To be called after a change of a table: what is prepared must not change its result columns. */
  forget(): void
}

const { bind, close, describe, execute, parse: parsing, sync } = protocol.serialize

export const preparedOn = (pglite: PGlite): Prepared => {
  const parametersOf = new Map<string, { text: string; types: readonly number[] }>()

  // all in one call, which is half the work of calling for each; the files are synced by PostgreSQL itself
  const send = (...messages: Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat(messages), { syncToFs: false })

  const prepare = async ({ name, text }: Statement) => {
    const known = parametersOf.get(name)
    if (known?.text === text) return known.types
    const answer = await send(
      close({ type: 'S', name }),
      parsing({ name, text }),
      describe({ type: 'S', name }),
      sync(),
    )
    const types = parse.parseDescribeStatementResults(answer)
    parametersOf.set(name, { text, types })
    return types
  }

  // bytes are in PostgreSQL's binary format
  const encoded = (value: unknown, type: number | undefined): string | Uint8Array | null => {
    if (value === null || value === undefined) return null
    if (value instanceof Uint8Array) return value
    const serialize = type === undefined ? undefined : pglite.serializers[type]
    return serialize ? serialize(value) : String(value)
  }

  return {
    run: (statement, values) =>
      pglite.runExclusive(async () => {
        // it may have been closed while this waited
        await pglite._checkReady()
        const types = await prepare(statement)
        const parameters = values.map((value, index) => encoded(value, types[index]))
        const answer = await send(
          bind({ statement: statement.name, values: parameters }),
          describe({ type: 'P' }),
          execute({}),
          sync(),
        ).catch((error) => {
          if (ofChangedTable.includes(error.code)) parametersOf.delete(statement.name)
          throw error
        })
        return parse.parseResults(answer, pglite.parsers)[0] as Results<never>
      }),
    forget: () => parametersOf.clear(),
  }
}

// feature_not_supported ("cached plan must not change result type"), invalid_sql_statement_name
const ofChangedTable = ['0A000', '26000']
