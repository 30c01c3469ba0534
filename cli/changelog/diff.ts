import { diff as compare } from 'openapi-changes/command'
import type { Outcome } from './outcome.ts'

/** Compares any two documents, each a file or a URL. */
export const diff = (args: string[]): Promise<Outcome> => compare(args, 'sallyport changelog diff')
