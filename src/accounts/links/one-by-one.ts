/** By the token of a link: the last request with it. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Answers requests with the same link one at a time. Hashing precedes the transaction that spends the link, so a
 * hundred copies of a request would all be hashed. The transaction still decides, across processes, too.
 */
export const oneByOne = async <Result>(token: string, work: () => Promise<Result>): Promise<Result> => {
  const turn = (underWay.get(token) ?? Promise.resolve()).then(work, work)
  underWay.set(token, turn)
  try {
    return await turn
  } finally {
    if (underWay.get(token) === turn) underWay.delete(token)
  }
}
