import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Turn } from './plan.ts'

/** What a file took, itself and the processes that it started. */
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

/** Adds what was measured to what is known. */
export const keepTimes = (measured: readonly (Turn & Times)[]): void => {
  const fresh = measured.map(({ wallMs, processorMs, ...turn }) => [keyOf(turn), { wallMs, processorMs }])
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(cache, JSON.stringify({ ...knownTimes(), ...Object.fromEntries(fresh) }, null, 1))
}

/** What a turn will probably take; `size` is the file's, for one that was never measured here. */
export const expectedMs = (times: Record<string, Times>, turn: Turn, size: number): number =>
  times[keyOf(turn)]?.wallMs ?? size / 4
