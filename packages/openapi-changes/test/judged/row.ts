/**
 * Two documents, and whether it breaks to go from one to the other, and back: `b`, `f`, `n` or `?` as for schemas, and `t` for
 * what has to be told.
 */
export type Row = [what: string, older: object, newer: object, verdicts: string]
