const everyMs = 500

/** Counts rows on stderr, if that is a terminal. @returns functions to report more of them, and to end the line */
export const progress = (verb: string): { tell(rows: number): void; end(): void } => {
  let count = 0
  let shownMs = performance.now()
  let isShown = false
  return {
    tell: (rows) => {
      count += rows
      if (!process.stderr.isTTY || performance.now() - shownMs < everyMs) return
      shownMs = performance.now()
      isShown = true
      process.stderr.write(`\r${verb} ${count.toLocaleString('en')} rows …`)
    },
    end: () => void (isShown && process.stderr.write('\n')),
  }
}
