import { knownTimes } from './support/times.ts'

/** The files that took the most processor time when they last ran here: npx node test/slowest.ts [HOW MANY] */
const rows = Object.entries(knownTimes())
  .sort(([, one], [, other]) => other.processorMs - one.processorMs)
  .slice(0, Number(process.argv[2] ?? 40))
const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(7)
for (const [turn, { wallMs, processorMs }] of rows)
  process.stdout.write(`${seconds(processorMs)} s of processor ${seconds(wallMs)} s  ${turn}\n`)
