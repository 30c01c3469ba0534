import { items, type OpenApi } from '../document.ts'
import { urlsOf } from './server-urls.ts'

/** The path that stands before all others of a document: of its servers, if they have one in common. */
export const basePathOf = (document: OpenApi): string => {
  const [path = '', ...others] = basePathsOf(document)
  return others.length > 0 ? '' : path
}

/** The paths that its servers begin with. */
export const basePathsOf = (document: OpenApi): Set<string> =>
  new Set(items(document.root, 'servers').flatMap(urlsOf).map(pathIn))

const pathIn = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
