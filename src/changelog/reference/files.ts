const ours = (name: string) => new URL(`./assets/${name}`, import.meta.url)
const viewers = (name: string) => new URL(import.meta.resolve(`@fastify/swagger-ui/static/${name}`))

/** What the pages are made of: by name, its type and where it lies. */
export const pageFiles: ReadonlyMap<string, { type: string; at: URL }> = new Map([
  ['page.css', { type: 'text/css; charset=utf-8', at: ours('page.css') }],
  ['docs.css', { type: 'text/css; charset=utf-8', at: ours('docs.css') }],
  ['docs.js', { type: 'text/javascript; charset=utf-8', at: ours('docs.js') }],
  ['icon.svg', { type: 'image/svg+xml', at: ours('icon.svg') }],
  ['viewer.css', { type: 'text/css; charset=utf-8', at: viewers('swagger-ui.css') }],
  ['viewer.js', { type: 'text/javascript; charset=utf-8', at: viewers('swagger-ui-bundle.js') }],
])
