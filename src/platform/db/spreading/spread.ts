/**
 * Where the rows of a table go when Citus spreads a database over several servers: by the value of this column, or to
 * the coordinator, all of them. Rows with the same id lie on the same server, whatever the table.
 */
export type Spread = Readonly<Record<string, string | typeof onCoordinator>>

/**
 * For small tables of no user. A reference table, which every server has a copy of, could not be written to while one of
 * them is away.
 */
export const onCoordinator = null
