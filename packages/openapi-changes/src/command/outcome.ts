/** What a command prints, and its exit code: 1 where something breaks. */
export type Outcome = {
  exitCode: 0 | 1
  output: string
  /** For standard error. */
  complaint?: string
}

/** A name in somebody's document must not move the cursor, nor begin a line: there it could be a command to the program that reads it. */
export const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')

/** The day in UTC, `2026-11-21`. */
export const today = (): string => new Date().toISOString().slice(0, 10)
