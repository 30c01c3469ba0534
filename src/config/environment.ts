/** The names and values that a process is started with. */
export type Environment = Readonly<Record<string, string | undefined>>
