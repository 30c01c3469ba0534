/** What is to happen to answers: a status in place of the work, or the work without its answer. */
export type Forecast = ({ next: number } | { lose: 'answer' }) & {
  times: number
  /** Of paths that begin so; of all by default. */
  path?: string | undefined
}

export type Weather = {
  set(forecast: Forecast): void
  clear(): void
  /** What happens to the answer of this path. It counts as one of the times. */
  take(path: string): Forecast | undefined
}

/** The failures that a client has to survive. */
export const newWeather = (): Weather => {
  let forecasts: Forecast[] = []
  return {
    set: (forecast) => void forecasts.push(forecast),
    clear: () => {
      forecasts = []
    },
    take: (path) => {
      const found = forecasts.find((each) => each.times > 0 && path.startsWith(each.path ?? '/'))
      if (!found) return
      found.times--
      forecasts = forecasts.filter(({ times }) => times > 0)
      return found
    },
  }
}
