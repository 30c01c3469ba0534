export { diff } from './diff.ts'
export { type Outcome, printable, report, today } from './outcome.ts'
