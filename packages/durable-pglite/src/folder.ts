// everything that works without PGlite
export { type Borrowed, type BorrowedRunner, borrowDatabase } from './borrow-database.ts'
export { FolderFault, FolderInUse } from './folder-fault.ts'
export { databaseIn, hasDatabase } from './has-database.ts'
export { makeFolder } from './make-folder.ts'
export { type CopyOptions, withCopy } from './with-copy.ts'
