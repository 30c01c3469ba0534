import { spread } from '../../src/modules.ts'
import { aboutWorkers, type Workers } from '../../src/platform/db/spreading/workers.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

export const spreadCheck: Check = {
  name: 'spread',
  run: async (facts) => {
    const servers = await aboutWorkers(await facts.database(), spread)
    return servers ? [spreadFinding(servers)] : []
  },
}

// until then, people may see the state before the change
const mostSeconds = 5

const spreadFinding = ({ count, away, missing, recoverySeconds }: Workers): Finding => {
  if (away.length > 0)
    return fail(
      `Of the ${count} servers that the database is spread over, these do not answer: ${away.join(', ')}.`,
      'Start them, or promote their standbys. People whose rows are there get a 503 until then.',
    )
  if (missing.length > 0)
    return warn(
      `The database is spread over ${count} servers, but these tables are not: ${missing.join(', ')}.`,
      'Stop the service, and run npx sallyport distribute.',
    )
  if (recoverySeconds < 0 || recoverySeconds > mostSeconds)
    return warn(
      `Changes that were interrupted between two servers are ${recoverySeconds < 0 ? 'never completed' : `completed only every ${recoverySeconds} seconds`}.`,
      "On the coordinator: alter system set citus.recover_2pc_interval = '1s'; select pg_reload_conf().",
    )
  return ok(`The database is spread over ${count} servers, and all of them answer.`)
}
