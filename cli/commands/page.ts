import { note } from './output.ts'

/** For commands that show a page of a list. */
export const pageOptions = { limit: { type: 'string' }, cursor: { type: 'string' } } as const

/** Says how to continue, if there is more than the page. */
export const sayMore = (next: string | null): void => {
  if (next !== null) note(`There are more: --cursor ${next}`)
}
