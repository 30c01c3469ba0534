import { statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Database, isAlone, type Turn } from './plan.ts'
import { expectedMs, knownTimes } from './times.ts'

/** Two leave a core idle whenever both wait; with more than three, tests that go by time would fail on two cores. */
export const atOnce = 3

type Process = { database: Database; files: string[]; ms: number }

// long enough to start Node and the service's code seldom
const maxProcessMs = 40_000

/**
 * Files that take turns in a process start Node, the service's code and its libraries once. Each ends what it started before
 * the next one begins.
 *
 * @returns a program in `folder` for each process, the longest first, so that all cores are busy until the end
 */
export const processesOf = (turns: readonly Turn[], folder: string): string[] => {
  const times = knownTimes()
  const expected = turns
    .map((turn) => ({ ...turn, ms: expectedMs(times, turn, statSync(turn.file).size) }))
    .sort((one, other) => other.ms - one.ms)
  const wholeMs = expected.reduce((sum, { ms }) => sum + ms, 0)
  // short enough that both cores are busy until the end
  const processMs = Math.min(maxProcessMs, wholeMs / atOnce)
  const processes: Process[] = []
  for (const { file, database, ms } of expected) {
    const room = isAlone(file)
      ? undefined
      : processes.find((process) => hasRoom(process, database, processMs - ms))
    if (room) {
      room.files.push(file)
      room.ms += ms
    } else processes.push({ database, files: [file], ms })
  }
  return processes
    .sort((one, other) => other.ms - one.ms)
    .map((process, nth) => written(process, nth, folder))
}

const hasRoom = ({ database, files: [first = ''], ms }: Process, wanted: Database, maxMs: number): boolean =>
  database === wanted && !isAlone(first) && ms <= maxMs

const written = ({ database, files }: Process, nth: number, folder: string): string => {
  const path = join(folder, `${String(nth).padStart(3, '0')}-${database}.test.ts`)
  const turns = files.map((file) => `  [${JSON.stringify(file)}, () => import(${urlOf(resolve(file))})],`)
  const lines = [`import { takeTurns } from ${urlOf(join(import.meta.dirname, 'take-turns.ts'))}`, '']
  writeFileSync(path, [...lines, `await takeTurns('${database}', [`, ...turns, '])', ''].join('\n'))
  return path
}

const urlOf = (path: string): string => JSON.stringify(pathToFileURL(path).href)
