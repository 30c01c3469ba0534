import { diff as compare } from 'openapi-changes/command'
import type { Outcome } from './outcome.ts'

export const diff = (args: string[]): Promise<Outcome> => compare(args, 'sallyport changelog diff')
