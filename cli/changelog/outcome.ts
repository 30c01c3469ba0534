import type { Change } from '../../src/changelog/change.ts'

/** What an action of `sallyport changelog` says, and with which code it ends: 1 where something breaks. */
export type Outcome = { exitCode: 0 | 1; output: string; complaint?: string }

/** Changes for people, those that break something first. */
export const told = (changes: Change[]): string => {
  const [breaking, fine] = [
    changes.filter(({ breaking }) => breaking),
    changes.filter(({ breaking }) => !breaking),
  ]
  const lines = [...breaking, ...fine].map(({ kind, target, rule, breaking, reason, accepted }) => {
    const mark = accepted ? 'accepted' : breaking ? 'BREAKING' : ''
    return `${mark.padEnd(9)} ${kind.padEnd(8)}  ${target}\n${' '.repeat(20)}${reason} (${rule})`
  })
  const count = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}, ${breaking.length} breaking`
  return `${[...lines, count].map(printable).join('\n')}\n`
}

/** A name in somebody's document must not move the cursor. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\ufffd')

/** The day in UTC, `2026-11-21`. */
export const today = (): string => new Date().toISOString().slice(0, 10)
