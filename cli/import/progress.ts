const shownEveryMs = 500
const toldEveryMs = 10_000

type ImportProgress = {
  /** Told of what was read of the file. */
  read(bytes: number): void
  /** Told of people who were committed. */
  tell(people: number): void
  end(): void
}

/**
 * How far it is, how fast, and how long it still takes: on a terminal all the time, elsewhere in a line every ten seconds.
 * @param size of the file in bytes, if that is known
 */
export const importProgress = (size: number | undefined): ImportProgress => {
  const beganMs = performance.now()
  const isTerminal = process.stderr.isTTY === true
  let shownMs = beganMs
  let [people, bytes] = [0, 0]
  let isShown = false
  return {
    read: (count) => {
      bytes += count
    },
    tell: (count) => {
      people += count
      const nowMs = performance.now()
      if (nowMs - shownMs < (isTerminal ? shownEveryMs : toldEveryMs)) return
      shownMs = nowMs
      isShown = true
      const line = progressWords({
        people,
        seconds: (nowMs - beganMs) / 1_000,
        share: size ? bytes / size : undefined,
      })
      process.stderr.write(isTerminal ? `\r${line.padEnd(60)}` : `${line}\n`)
    },
    end: () => void (isShown && isTerminal && process.stderr.write('\n')),
  }
}

export const progressWords = ({
  people,
  seconds,
  share,
}: {
  people: number
  seconds: number
  share: number | undefined
}): string => {
  const rate = `${Math.round(people / seconds).toLocaleString('en')} a second`
  const left = share ? `, ${minutes((seconds / share) * (1 - share))} left` : ''
  return `${people.toLocaleString('en')} people, ${rate}${left}`
}

const minutes = (seconds: number) =>
  seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
