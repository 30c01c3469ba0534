import { Offline, Refused } from '../../refused.ts'

const tooMany = 429

/** Whether the fault is in what was asked, or in the key that it was asked with. */
export const isOwnFault = ({ status }: Refused): boolean =>
  status >= 400 && status < 500 && status !== tooMany

/**
 * Tells what only a change of the settings can solve, each once.
 *
 * @returns makes of any error one that says that nothing can be decided. A refusal of the service key is none of a token.
 */
export const newProblems = (onProblem: (error: Error) => void = warn) => {
  const told = new Set<string>()

  return (what: string, error: unknown): Offline => {
    if (!(error instanceof Refused))
      return error instanceof Offline ? error : new Offline(what, { cause: error })
    const { status, code, message } = error
    const problem = new Offline(`${what} The service answered ${status} ${code}: ${message}`, {
      cause: error,
    })
    if (isOwnFault(error) && !told.has(problem.message)) onProblem(problem)
    told.add(problem.message)
    return problem
  }
}

export type Problems = ReturnType<typeof newProblems>

// middleware answers 503, and nobody would learn why
// biome-ignore lint/suspicious/noConsole: the application can pass another function
const warn = (error: Error) => console.warn(`sallyport-client: ${error.message}`)
