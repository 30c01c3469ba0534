export { FolderFault } from './folder-fault.ts'
export { type InMemory, openInMemory } from './in-memory.ts'
export type { Runner } from './on-pglite.ts'
export { type Durable, type Options, openDurable } from './open-durable.ts'
