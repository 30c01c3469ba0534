import { Offline, Refused } from '../../refused.ts'

const tooMany = 429

/** Whether the fault is in the request, or in its key. */
export const isOwnFault = ({ status }: Refused): boolean =>
  status >= 400 && status < 500 && status !== tooMany

/**
 * Reports problems that only a change of the settings can solve, each once.
 *
 * @returns converts any error to one meaning that nothing can be decided. A refused service key is no verdict on a
 * token.
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
