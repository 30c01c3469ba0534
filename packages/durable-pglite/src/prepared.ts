import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'

/** Statements that PostgreSQL parses and plans once, under a name: for most, that takes longer than to run them. */
export type Prepared = {
  /** @param statement with the same text under the same name each time */
  run<Row>(statement: { name: string; text: string }, values: readonly unknown[]): Promise<Results<Row>>
  /** To be called when a table may have changed, which a plan would not survive. */
  forget(): void
}

const { bind, close, describe, execute, parse: parsing, sync } = protocol.serialize

export const preparedOn = (pglite: PGlite): Prepared => {
  const parametersOf = new Map<string, readonly number[]>()

  // all in one call, which is half the work of calling for each
  const send = (...messages: Uint8Array[]) => pglite.execProtocolStream(Buffer.concat(messages))

  const prepare = async ({ name, text }: { name: string; text: string }) => {
    const known = parametersOf.get(name)
    if (known) return known
    const told = await send(
      close({ type: 'S', name }),
      parsing({ name, text }),
      describe({ type: 'S', name }),
      sync(),
    )
    const types = parse.parseDescribeStatementResults(told)
    parametersOf.set(name, types)
    return types
  }

  const asText = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null
    const serialize = type === undefined ? undefined : pglite.serializers[type]
    return serialize ? serialize(value) : String(value)
  }

  return {
    run: (statement, values) =>
      pglite.runExclusive(async () => {
        const types = await prepare(statement)
        const texts = values.map((value, at) => asText(value, types[at]))
        const told = await send(
          bind({ statement: statement.name, values: texts }),
          describe({ type: 'P' }),
          execute({}),
          sync(),
        )
        return parse.parseResults(told, pglite.parsers)[0] as Results<never>
      }),
    forget: () => parametersOf.clear(),
  }
}
