/**
 * Where Citus puts the rows of a table on several servers: by the value of this column, or all on the coordinator.
 * Rows with the same id lie on the same server, whatever the table.
 */
export type Spread = Readonly<Record<string, string | typeof onCoordinator>>

/**
 * For small tables without users. A reference table, copied to every server, could not be written while one of them
 * is away.
 */
export const onCoordinator = null
