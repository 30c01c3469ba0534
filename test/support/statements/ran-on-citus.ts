import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { propertiesOf } from '../../../src/platform/properties-of.ts'

const root = join(import.meta.dirname, '../../..')

/** Of the statements that ran on Citus, each with a digest of its text, as a connection calls it. */
const list = join(root, 'test/database/ran-on-citus.txt')

/** The records of the tests that ran there, here. */
const notes = join(root, 'node_modules/.cache/ran-on-citus')

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []

export const listedStatements = (): string[] => linesOf(list)

/** Renews the list: existing statements that are listed or have run. */
export const renewList = (present: ReadonlySet<string>): void => {
  const ran = new Set([...linesOf(list), ...linesOf(notes)])
  writeFileSync(list, `${[...ran.intersection(present)].sort().join('\n')}\n`)
}

type Ask = (this: pg.Client, ...given: unknown[]) => unknown

/** From now on, records each prepared statement that completed. */
export const noteStatements = (): void => {
  mkdirSync(dirname(notes), { recursive: true })
  const noted = new Set<string>()
  const prototype = pg.Client.prototype as unknown as { query: Ask }
  const ask = prototype.query
  prototype.query = function (...given) {
    const [config, answer, ...others] = given
    const { name } = propertiesOf(config)
    if (typeof name !== 'string' || typeof answer !== 'function') return ask.apply(this, given)
    const note = (error: unknown, ...rest: unknown[]) => {
      if (!error && !noted.has(name)) {
        noted.add(name)
        appendFileSync(notes, `${name}\n`)
      }
      answer(error, ...rest)
    }
    return ask.apply(this, [config, note, ...others])
  }
}
