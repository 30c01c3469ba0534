import type { Change } from '../change.ts'

/** What a command prints, and its exit code: 1 where something breaks. */
export type Outcome = { exitCode: 0 | 1; output: string }

/**
 * Changes for people, those that break something first.
 * @param markOf a word at the head of a change, nine letters at most
 */
export const report = <Any extends Change>(
  changes: readonly Any[],
  markOf: (change: Any) => string = ({ breaking }) => (breaking ? 'BREAKING' : ''),
): string => {
  const [breaking, fine] = [
    changes.filter(({ breaking }) => breaking),
    changes.filter(({ breaking }) => !breaking),
  ]
  const lines = [...breaking, ...fine].map((change) => {
    const { kind, target, reason, rule } = change
    const head = `${markOf(change).padEnd(9)} ${kind.padEnd(8)}  ${target}`
    return `${head}\n${' '.repeat(20)}${reason} (${rule})`
  })
  const count = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}, ${breaking.length} breaking`
  return `${[...lines, count].map(printable).join('\n')}\n`
}

/** A name in somebody's document must not move the cursor. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\ufffd')

/** The day in UTC, `2026-11-21`. */
export const today = (): string => new Date().toISOString().slice(0, 10)
