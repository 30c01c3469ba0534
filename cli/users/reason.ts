import { reasonCharacters, reasonPattern } from '../../src/flows/operators/acts/act.ts'
import { wrongUse } from '../commands/args.ts'

/** For commands that require a reason. */
export const reasonOption = { reason: { type: 'string' } } as const

/** @throws `UsageError` */
export const reasonIn = (usage: string, text = ''): string => {
  const reason = text.trim()
  const { least, most } = reasonCharacters
  if (reason.length >= least && reason.length <= most && reasonPattern.test(reason)) return reason
  throw wrongUse(usage, `--reason must be a line of ${least} to ${most} characters.`)
}
