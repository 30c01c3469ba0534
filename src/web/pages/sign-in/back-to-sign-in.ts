import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { readFlow } from './flow.ts'

/** With the address still in it, and the reason why (WCAG 2.2.1, 3.3.7). */
export const backToSignIn = (
  { at, deps, query }: Visit,
  news: string,
  more?: { prompt: 'login' },
): Onward => ({
  to: at(paths.signIn, { ...readFlow(deps, query).parameters, ...more, news }),
})
