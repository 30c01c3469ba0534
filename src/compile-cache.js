import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Keeps what Node made of the TypeScript. A later start takes half the time and 25 MB less, because the program that
// strips types is not even loaded. Beside the dependencies, where only who may change the program may write.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'))
