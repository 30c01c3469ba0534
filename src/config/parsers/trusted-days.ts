import type { Environment } from '../environment.ts'
import { integer } from './values.ts'

const days = integer(0, 365)

/** Whoever requires a second factor of everybody wants it asked for, unless they say otherwise. */
export const trustedDays = Object.assign(
  (text: string, { TWO_FACTOR }: Environment): number =>
    days(text || (TWO_FACTOR?.trim() === 'required' ? '0' : '30')),
  { range: days.range },
)
