import { PGlite } from '@electric-sql/pglite'
import { dropTemplates } from './drop-templates.ts'
import { onPglite, type Transacting } from './on-pglite.ts'

export type InMemory = Transacting & {
  /** All of its files, as one tar archive. */
  image(): Promise<Uint8Array>
  close(): Promise<void>
}

type Options = {
  /** Parameters of PostgreSQL, such as `{ TimeZone: 'UTC' }`. */
  parameters?: Readonly<Record<string, string>>
  /** The files to begin with: making them takes seconds, and reading them a third of one. */
  image?: Uint8Array | undefined
}

/** PostgreSQL inside this process that leaves nothing behind: it ends with the process. For tests. */
export const openInMemory = async ({ parameters = {}, image }: Options = {}): Promise<InMemory> => {
  const pglite = await PGlite.create({
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    ...(image && { loadDataDir: new Blob([image as Uint8Array<ArrayBuffer>]) }),
  })
  if (!image) await dropTemplates(pglite)
  return {
    ...onPglite(pglite, (error) => {
      throw error
    }),
    image: async () => new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()),
    close: () => pglite.close(),
  }
}
