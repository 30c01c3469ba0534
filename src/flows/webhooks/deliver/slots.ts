/** Lets so many do something at once; the others wait in line. */
export const slotsFor = (most: number) => {
  const waiting: (() => void)[] = []
  let taken = 0
  const take = async () => {
    if (taken < most) taken++
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const give = () => {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await take()
    try {
      return await work()
    } finally {
      give()
    }
  }
}
