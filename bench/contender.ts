/** A service under load: how it is started, and how each operation is asked for and its answer judged. */
export type Contender = {
  name: string
  /** The program, run by Node with `DATABASE_URL` and `PORT` in its environment. Listens on 127.0.0.1. */
  program: string
  nodeArguments?: string[]
  environment?: Record<string, string>
  /** A path that answers 200 once it serves. */
  readyPath: string
  operations: Partial<Record<OperationName, Operation>>
}

export const operationNames = ['check', 'refresh', 'sign-in', 'register'] as const
export type OperationName = (typeof operationNames)[number]

/** What one connection does over and over. */
export type Operation = {
  /** Makes what a connection needs, such as an account and its tokens. Not measured. */
  prepare(base: string, connection: number): Promise<Turn>
}

/** One request after another on one connection. Keeps what the next request needs from the answer before. */
export type Turn = {
  next(): { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
  /** @throws when the answer is not the right one; one wrong answer voids the run */
  accept(status: number, body: string): void
}
