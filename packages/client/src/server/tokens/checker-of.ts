import { createTokenChecker, type TokenChecker, type TokenCheckerOptions } from './checker.ts'

/** An existing checker, or the options to create one. */
export type CheckerOrOptions = TokenChecker | TokenCheckerOptions

export const checkerOf = (given: CheckerOrOptions): TokenChecker =>
  'check' in given ? given : createTokenChecker(given)
