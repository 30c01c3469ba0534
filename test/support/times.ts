import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Turn } from './plan.ts'

/** The duration of a file, including the processes that it started. */
export type Times = { wallMs: number; processorMs: number }

const cache = join(import.meta.dirname, '../../node_modules/.cache/test-times.json')

const keyOf = ({ file, database }: Turn): string => `${database} ${file}`

/** By turn, from the last run here in which it took place. */
export const knownTimes = (): Record<string, Times> => {
  try {
    return JSON.parse(readFileSync(cache, 'utf8'))
  } catch {
    return {}
  }
}

/** Adds new measurements to the known ones. */
export const keepTimes = (measured: readonly (Turn & Times)[]): void => {
  const fresh = measured.map(({ wallMs, processorMs, ...turn }) => [keyOf(turn), { wallMs, processorMs }])
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(cache, JSON.stringify({ ...knownTimes(), ...Object.fromEntries(fresh) }, null, 1))
}

/** The expected duration of a turn; `size` is the file's, for one never measured here. */
export const expectedMs = (times: Record<string, Times>, turn: Turn, size: number): number =>
  times[keyOf(turn)]?.wallMs ?? size / 4
