import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Keeps what Node made of the TypeScript. A later start takes half the time and 25 MB less, because the program that
// strips types is not even loaded. It lies beside the dependencies, where only those may write who may change the program.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'))
