const shownEveryMs = 500
const toldEveryMs = 10_000

type ImportProgress = { tell(rows: number, bytes: number): void; end(): void }

/**
 * How far it is, how fast, and how long it still takes: on a terminal all the time, elsewhere in a line every ten seconds.
 * @param size of the file in bytes, if that is known
 */
export const importProgress = (size: number | undefined): ImportProgress => {
  const beganMs = performance.now()
  const isTerminal = process.stderr.isTTY === true
  let shownMs = beganMs
  let isShown = false
  return {
    tell: (rows, bytes) => {
      const nowMs = performance.now()
      if (nowMs - shownMs < (isTerminal ? shownEveryMs : toldEveryMs)) return
      shownMs = nowMs
      isShown = true
      const line = wordsOf({
        rows,
        seconds: (nowMs - beganMs) / 1_000,
        share: size ? bytes / size : undefined,
      })
      process.stderr.write(isTerminal ? `\r${line.padEnd(60)}` : `${line}\n`)
    },
    end: () => void (isShown && isTerminal && process.stderr.write('\n')),
  }
}

export const wordsOf = ({
  rows,
  seconds,
  share,
}: {
  rows: number
  seconds: number
  share: number | undefined
}): string => {
  const rate = `${Math.round(rows / seconds).toLocaleString('en')} a second`
  const left = share ? `, ${minutes((seconds / share) * (1 - share))} left` : ''
  return `${rows.toLocaleString('en')} people, ${rate}${left}`
}

const minutes = (seconds: number) =>
  seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
