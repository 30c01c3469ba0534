import { tables } from '../../src/modules.ts'
import { tableSizes } from '../../src/platform/db/server.ts'
import { type Check, ok, warn } from './check.ts'

const shown = 3
const mebibyte = 2 ** 20
const largeMebibytes = 10_240

export const sizesCheck: Check = {
  name: 'sizes',
  run: async (facts) => {
    const { eventsDays } = facts.settings('eventsDays')
    const sizes = (await tableSizes(await facts.rows(), tables)).map(({ name, bytes }) => ({
      name,
      mebibytes: Math.ceil(bytes / mebibyte),
    }))
    const largest = sizes.slice(0, shown).map(({ name, mebibytes }) => `${name} ${mebibytes} MiB`)
    const events = sizes.find(({ name }) => name === 'events')?.mebibytes ?? 0
    if (eventsDays === 0 && events > largeMebibytes)
      return [warn(`Events take ${events} MiB, and none is ever deleted.`, 'Set EVENTS_DAYS.')]
    return [ok(`The largest tables are ${largest.join(', ')}.`)]
  },
}
