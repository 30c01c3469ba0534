import { ageOf } from '../../src/flows/overview/age-of.ts'
import { jobs } from '../../src/modules.ts'
import { isSweep } from '../../src/platform/db/sweep.ts'
import { hour } from '../../src/platform/seconds.ts'
import { type Check, fail, ok } from './check.ts'

/** Each runs every minute. */
const mostSeconds = hour

/** Rows that should be gone reveal a stopped job. */
export const jobsCheck: Check = {
  name: 'jobs',
  run: async (facts) => {
    const db = await facts.rows()
    const late = []
    for (const { name, run } of jobs) {
      const seconds = isSweep(run) ? await run.lateSeconds(db) : 0
      if (seconds > mostSeconds) late.push(`${name} (${ageOf(seconds)})`)
    }
    if (late.length === 0) return [ok('No job is behind.')]
    return [
      fail(
        `These jobs have left work undone: ${late.join(', ')}.`,
        'Start the service. If it runs, look for "a job failed" in its log.',
      ),
    ]
  },
}
