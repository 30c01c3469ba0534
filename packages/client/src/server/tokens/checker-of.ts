import { createTokenChecker, type TokenChecker, type TokenCheckerOptions } from './checker.ts'

/** A checker that is there already, or what one is made of. */
export type CheckerOrOptions = TokenChecker | TokenCheckerOptions

export const checkerOf = (given: CheckerOrOptions): TokenChecker =>
  'check' in given ? given : createTokenChecker(given)
