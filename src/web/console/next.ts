import { withParameters } from '#flows/return/redirect-uri.ts'
import type { Visit } from '../pages/hosted-page.ts'
import { consolePaths } from './paths.ts'

const kept = ['id', 'act', 'part'] as const

/** This page, as `next` of pages before it, with the parameters that select its part. A list begins anew: without what was looked for, its cursor means another list. */
export const thisConsolePage = ({ path, query }: Visit): string =>
  withParameters(path, Object.fromEntries(kept.map((name) => [name, query[name]])))

/** Where `next` leads: never out of the console, whatever the address claims. */
export const nextConsolePage = (next: string | undefined): string =>
  next !== undefined && isOwn.test(next) ? next : consolePaths.overview

const parameter = `(?:${kept.join('|')})=[\\w.-]+`
const isOwn = new RegExp(`^/console(?:/[a-z-]+)*(?:\\?${parameter}(?:&${parameter})*)?$`)
