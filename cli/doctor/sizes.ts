import { tables } from '../../src/modules.ts'
import { tableSizes } from '../../src/platform/db/server.ts'
import { type Check, type Finding, ok, warn } from './check.ts'

const shown = 3
const mebibyte = 2 ** 20
const manyMebibytes = 10_240

export const sizesCheck: Check = {
  name: 'sizes',
  run: async (facts) => {
    const { eventsDays } = facts.settings('eventsDays')
    return [sizesFinding(await tableSizes(await facts.rows(), tables), eventsDays)]
  },
}

/** @param sizes the largest first */
export const sizesFinding = (
  sizes: readonly { name: string; bytes: number }[],
  eventsDays: number,
): Finding => {
  const rounded = sizes.map(({ name, bytes }) => ({ name, mebibytes: Math.ceil(bytes / mebibyte) }))
  const events = rounded.find(({ name }) => name === 'events')?.mebibytes ?? 0
  if (eventsDays === 0 && events > manyMebibytes)
    return warn(`Events take ${events} MiB, and none is ever deleted.`, 'Set EVENTS_DAYS.')
  const largest = rounded.slice(0, shown).map(({ name, mebibytes }) => `${name} ${mebibytes} MiB`)
  return ok(`The largest tables are ${largest.join(', ')}.`)
}
