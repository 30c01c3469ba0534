/** Prints how many of 25 sessions are lost with each design. */
import { sessionsLost, slowLine, usualLine, type Way } from './replay.ts'

const ways: Record<string, Omit<Way, 'line'>> = {
  'no lock, window from the issue': { hasLocks: false, orphans: 0, windowFrom: 'issue' },
  'lock, window from the issue': { hasLocks: true, orphans: 0, windowFrom: 'issue' },
  'lock, 5 % orphans, window from the issue': { hasLocks: true, orphans: 0.05, windowFrom: 'issue' },
  'no lock, window from the first use': { hasLocks: false, orphans: 0, windowFrom: 'first use' },
  'lock, 5 % orphans, window from the first use': { hasLocks: true, orphans: 0.05, windowFrom: 'first use' },
}

for (const [name, way] of Object.entries(ways)) {
  const [usual, slow] = [
    await sessionsLost({ ...way, line: usualLine }),
    await sessionsLost({ ...way, line: slowLine }),
  ]
  process.stdout.write(`${name.padEnd(46)} usual line ${usual}, slow line ${slow}\n`)
}
