/** Asks the interface as an application does, without a connection. */
export type OwnInterface = (
  method: 'POST' | 'PATCH' | 'PUT',
  path: string,
  body: object,
  token?: string,
) => Promise<OwnAnswer>

export type OwnAnswer = { status: number; body: unknown }

/** The interface refused what a test wants; its answer is the test's. */
export class Unanswered extends Error {
  readonly answer: OwnAnswer

  constructor(answer: OwnAnswer) {
    super(`the interface answered ${answer.status}`)
    this.answer = answer
  }
}

/** @throws `Unanswered` unless it was done */
export const done = async <Body>(asked: OwnAnswer | Promise<OwnAnswer>): Promise<Body> => {
  const answer = await asked
  if (answer.status >= 300) throw new Unanswered(answer)
  return answer.body as Body
}
