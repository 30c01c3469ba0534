import { noteStatements } from './ran-on-citus.ts'

// for `--import`
noteStatements()
