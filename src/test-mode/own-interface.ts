/** Asks the interface as an application does, without a connection. */
export type OwnInterface = (
  method: 'POST' | 'PATCH' | 'PUT',
  path: string,
  body: object,
  token?: string,
) => Promise<OwnAnswer>

export type OwnAnswer = { status: number; body: unknown }

/** What a test wants was refused, by the interface or by test mode: the answer is the test's. */
export class Unanswered extends Error {
  readonly answer: OwnAnswer

  constructor(answer: OwnAnswer) {
    super(`the answer is ${answer.status}`)
    this.answer = answer
  }
}

/** @throws `Unanswered` unless it was done */
export const done = async <Body>(asked: OwnAnswer | Promise<OwnAnswer>): Promise<Body> => {
  const answer = await asked
  if (answer.status >= 300) throw new Unanswered(answer)
  return answer.body as Body
}
