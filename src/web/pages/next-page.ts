import { withParameters } from '../../flows/return/redirect-uri.ts'
import type { Visit } from './hosted-page.ts'
import { paths } from './paths.ts'

/**
 * This page, as `next` of pages before it, with the parameters that select its part. Other parameters are for one
 * use, such as news.
 */
export const thisPage = ({ path, query: { id, cursor, from } }: Visit): string =>
  withParameters(path, { id, cursor, from })

/** Where `next` leads: never to another site, whatever the address claims. */
export const nextPage = (next: string | undefined): string =>
  next !== undefined && isOwnPage(next) ? next : paths.settings

// one slash, then letters: `//host`, `/\host` and the like are read as another site's address
const isOwnPage = (next: string): boolean => /^\/account(\/[a-z-]+)*(\?(id|cursor|from)=[\w-]+)?$/.test(next)
