import type { PGlite } from '@electric-sql/pglite'

/**
 * Drops the databases that PostgreSQL copies for a new one, which nobody makes here: half of its files, whose rows could never be
 * frozen, because only the database that is open can be vacuumed.
 */
export const dropTemplates = async (pglite: PGlite): Promise<void> => {
  const isTemplate = `datname in ('template0', 'template1')`
  const { rows } = await pglite.query<{ datname: string }>(
    `select datname from pg_database where ${isTemplate}`,
  )
  if (rows.length > 0) await pglite.exec(`update pg_database set datistemplate = false where ${isTemplate}`)
  for (const { datname } of rows) await pglite.exec(`drop database ${datname}`)
}
