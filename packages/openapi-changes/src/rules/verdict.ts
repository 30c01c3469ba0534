import type { Change } from '../change.ts'

/** Whether a client may stop working by it. What was marked as deprecated before may go. */
export type Verdict = 'breaks' | 'fine' | 'unless deprecated'

/** What is said of it is one sentence. */
export type PlainRule = [kind: Change['kind'], verdict: Verdict, says: string]

/** What was marked as deprecated may go, but not before the day until which it was announced to stay. */
export const removals = (id: string, subject: string): Record<string, PlainRule> => ({
  [`${id}-removed`]: ['removed', 'unless deprecated', `${subject} was removed{after}.`],
  [`${id}-removed-before-sunset`]: [
    'removed',
    'breaks',
    `${subject} was removed, although it was announced to stay until {from}.`,
  ],
})

/** What differs in a schema is judged by the direction in which its values go; `never` where it cannot occur. */
export type SchemaRule = [
  kind: Change['kind'],
  request: Verdict | 'never',
  response: Verdict | 'never',
  fact: string,
]
