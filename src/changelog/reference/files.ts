import { readFile } from 'node:fs/promises'

const ours = (name: string) => new URL(`./assets/${name}`, import.meta.url)
const viewers = (name: string) => new URL(import.meta.resolve(`@fastify/swagger-ui/static/${name}`))

/** What the pages are made of: by name, its type and where it lies. */
const files: Record<string, [type: string, at: URL]> = {
  'page.css': ['text/css; charset=utf-8', ours('page.css')],
  'docs.css': ['text/css; charset=utf-8', ours('docs.css')],
  'docs.js': ['text/javascript; charset=utf-8', ours('docs.js')],
  'icon.svg': ['image/svg+xml', ours('icon.svg')],
  'viewer.css': ['text/css; charset=utf-8', viewers('swagger-ui.css')],
  'viewer.js': ['text/javascript; charset=utf-8', viewers('swagger-ui-bundle.js')],
}

/** Reads a file of the pages, if there is one of that name. */
export const readPageFile = async (name: string): Promise<{ type: string; body: Buffer } | undefined> => {
  const [type, at] = Object.hasOwn(files, name) ? files[name]! : []
  return type === undefined || at === undefined ? undefined : { type, body: await readFile(at) }
}
