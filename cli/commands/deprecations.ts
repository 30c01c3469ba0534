import { deprecations } from '../../contract/deprecations.ts'
import { nameOf } from '../../src/web/changelog/deprecations/count-calls.ts'
import { listCalls } from '../../src/web/changelog/deprecations/queries.ts'
import type { Command } from './command.ts'
import { print } from './output.ts'
import { withDatabase } from './with-database.ts'

export const deprecationsCommand: Command = {
  usage: 'deprecations',
  about: 'List deprecated operations and the programs that still call them.',
  most: 0,
  run: () =>
    withDatabase(async (db) => {
      const calls = await listCalls(db)
      const told = new Map(deprecations.map((deprecation) => [nameOf(deprecation), deprecation]))
      const things = [...new Set([...told.keys(), ...calls.map(({ thing }) => thing)])]
      const paragraphs = things.map((thing) => {
        const clients = calls.filter((call) => call.thing === thing)
        const lines = clients.length > 0 ? clients.map(lineOf) : ['  No calls counted.']
        return [headOf(thing, told.get(thing)), ...lines].join('\n')
      })
      print(...(paragraphs.join('\n\n') || 'Nothing is deprecated.').split('\n'))
    }),
}

const headOf = (thing: string, deprecation: (typeof deprecations)[number] | undefined) => {
  if (!deprecation) return `${thing} (no longer in the register)`
  const { since, sunset, reason } = deprecation
  return `${thing} (since ${since}${sunset === undefined ? '' : `, until ${sunset}`}): ${reason}`
}

const lineOf = ({ client, calls, firstAt, lastAt }: Awaited<ReturnType<typeof listCalls>>[number]) =>
  `  ${client.padEnd(32)} ${String(calls).padStart(10)} calls, ${dayOf(firstAt)} to ${dayOf(lastAt)}`

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
