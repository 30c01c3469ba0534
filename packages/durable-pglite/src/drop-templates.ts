import type { PGlite } from '@electric-sql/pglite'

/**
 * Drops the databases that PostgreSQL copies for a new one, which nobody makes here: two thirds of its files, and what would run
 * out of transaction ids one day, because only the database that is open can be vacuumed.
 */
export const dropTemplates = async (pglite: PGlite): Promise<void> => {
  await pglite.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
}
