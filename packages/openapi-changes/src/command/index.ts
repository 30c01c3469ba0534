export { diff, usageOf } from './diff.ts'
export { report } from './formats/text.ts'
export { type Outcome, printable, today } from './outcome.ts'
