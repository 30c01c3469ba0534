import { pathToFileURL } from 'node:url'
import type { Db, Runner } from '../../../src/platform/db/db.ts'
import { prepared, type Statement } from '../../../src/platform/db/sql.ts'
import { type Choose, explore } from './explore.ts'
import { samples } from './samples.ts'
import { type Asking, askingFunctions, type Piece, pieces } from './source.ts'

/** A statement that the program makes, its text, and the name and digest that a connection calls it by. */
export type Made = { statement: Statement; text: string; called: string; isSpread: boolean }

// in which few choices combine; what is left out shows, as a piece that no statement has
const most = 150

/**
 * Calls every function with a runner parameter, on one server and on several, with all kinds of arguments and rows.
 * None of these statements runs.
 */
export const collectStatements = async (): Promise<Made[]> => {
  const made = new Map<string, Made>()
  for (const isSpread of [false, true]) {
    const note = (statement: Statement) => {
      const { name, text } = prepared(statement)
      const key = `${isSpread} ${statement.isElsewhere ?? false} ${name}`
      if (!made.has(key)) made.set(key, { statement, text, called: name, isSpread })
    }
    for (const asking of askingFunctions)
      await explore((choose) => call(asking, runnerOf({ choose, isSpread, note }), choose), most)
  }
  return [...made.values()]
}

const call = async ({ file, path, parameters }: Asking, db: Db, choose: Choose): Promise<void> => {
  let ask = await import(pathToFileURL(file).href)
  for (const name of path) ask = ask[name]
  const sample = samples(choose, { Runner: () => db, Db: () => db })
  // simultaneous questions may share a statement
  const calls = choose(2) === 0 ? 1 : 3
  await Promise.allSettled(Array.from({ length: calls }, async () => ask(...parameters.map(sample))))
}

type Means = { choose: Choose; isSpread: boolean; note: (statement: Statement) => void }

const runnerOf = ({ choose, isSpread, note }: Means): Db => {
  const runner: Runner = {
    run: async <Row>(statement: Statement<Row>) => {
      note(statement)
      const count = [1, 0, 2][choose(3)]
      return Array.from({ length: count ?? 0 }, () => rowOf(choose) as Row)
    },
    script: async () => {},
    isSpread: () => isSpread,
    seals: {
      seal: () => Buffer.alloc(32),
      isGenuine: () => choose(2) === 0,
      isAdopting: () => choose(2) === 0,
    },
  }
  return { ...runner, transaction: (work) => work(runner), close: async () => {} }
}

/** Without these, nothing else is asked. */
const known: Record<string, unknown> = { encoding: 'UTF8' }

/** Has every requested property. */
const rowOf = (choose: Choose): unknown => {
  const kept = new Map<string | symbol, unknown>()
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'then' || typeof name === 'symbol') return undefined
        if (!kept.has(name)) kept.set(name, known[name] ?? [`a row's ${name}`, null, true][choose(3)])
        return kept.get(name)
      },
    },
  )
}

/** Whether a text may contain a piece. */
export const isMadeWith = ({ parts }: Piece, text: string): boolean => {
  let at = 0
  return parts.every((part) => {
    const found = text.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}

/** Pieces that none of the texts contains. */
export const piecesBeside = (texts: readonly string[]): Piece[] =>
  pieces.filter((piece) => !texts.some((text) => isMadeWith(piece, text)))
