import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Caches the compiled TypeScript. Later starts take half the time and 25 MB less, because the type stripper is not
// even loaded. The cache lies beside the dependencies, where only those can write who can change the program.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'))
