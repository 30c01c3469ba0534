/** A measured program: a service over HTTP, or a floor, the bare work that no service can do faster. */
export type Contender = Service | Floor

export type Service = {
  name: string
  /** The program, run by Node with `DATABASE_URL`, `PORT` and an empty folder, `DATA_DIR`. Listens on 127.0.0.1. */
  program: string
  /** Whether it runs without Node. */
  isBinary?: boolean
  programArguments?: string[]
  nodeArguments?: string[]
  /** For programs with names of their own for these settings. */
  environment?(given: Given): Record<string, string>
  /** Done once, before its first start. */
  setUp?(url: string): Promise<void>
  /** Whether it brings its own database instead, in `DATA_DIR`: it gets no `DATABASE_URL`. */
  isEmbedded?: boolean
  /** How many processes share the database, and the connections. 1 by default. */
  processes?: number
  /** The warm-up of a just-in-time compiler. As long as the others' by default. */
  warmUpSeconds?: number
  /** Fills the empty database before the first round, once a process of it has made its tables. */
  populate?(url: string, say: (line: string) => void): Promise<void>
  /** Its folder of packages and those of them that it needs by name, to weigh what an installation takes. */
  install?: { root: string; packages: string[] }
  /** A path that answers 200 once it serves. */
  readyPath: string
  operations: Partial<Record<OperationName, Operation>>
}

/** A service process's settings: the address of its database, its port, and an empty folder. */
export type Given = { url: string; port: number; folder: string }

/** Programs, run as `node PROGRAM CONNECTIONS SECONDS` with `DATABASE_URL`: each prints a `Load` as JSON. */
export type Floor = { name: string; floors: Partial<Record<OperationName, string>> }

export const operationNames = [
  'check',
  'introspect',
  'introspect-batch',
  'refresh',
  'sign-in',
  'sign-in-overload',
  'passkey',
  'second-factor',
  'page',
  'register',
  'check-beside-sign-ins',
] as const
export type OperationName = (typeof operationNames)[number]

/** What one connection does over and over. */
export type Operation = {
  /** Makes what a connection needs, such as an account and its tokens. Not measured. */
  prepare(base: string): Promise<Turn>
  /** The work of as many other connections meanwhile. Not measured, but checked. */
  beside?: Operation
  /** Nothing is counted for this long, while a queue grows to its full length. */
  settlesSeconds?: number
}

/** One request after another on one connection. Keeps what the next request needs from the answer before. */
export type Turn = {
  /** The request, or a function for the next one if each differs. */
  next: Request | (() => Request)
  /**
   * @returns `false` when the operation takes further requests
   * @throws when the answer is not the right one; one wrong answer voids what the program did
   */
  accept(status: number, body: string): unknown
}

export type Request = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What a load generator, or a floor, measured. Durations in milliseconds. */
export type Load = {
  perSecond: number
  p50: number
  p99: number
  /** Of all the service's processes, without the database's. Absent for a floor. */
  cpuMicrosEach?: number
}

/** One round of one operation: the load's view, and the service's figures, which floors lack. */
export type Sample = Load & {
  contender: string
  operation: OperationName
  connections: number
  idleMb?: number
  busyMb?: number
  readyMs?: number
}
