export { FolderFault } from './folder-fault.ts'
export { type Durable, type Options, openDurable, type Runner } from './open-durable.ts'
