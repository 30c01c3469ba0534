import { pageStyle } from 'openapi-changelog/pages'

const css = 'text/css; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

const ours = (name: string) => new URL(`./assets/${name}`, import.meta.url)
const viewers = (name: string) => new URL(import.meta.resolve(`#viewer/${name}`))

// the viewer is optional in a checkout: `npm ci --omit=dev` leaves it out
const viewerFiles = () => {
  try {
    return [
      ['viewer.css', { type: css, at: viewers('swagger-ui.css') }],
      ['viewer.js', { type: javascript, at: viewers('swagger-ui-bundle.js') }],
    ] as const
  } catch {
    return []
  }
}

export type PageFile = { type: string; at: URL }

export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['page.css', { type: css, at: pageStyle }],
  ['docs.css', { type: css, at: ours('docs.css') }],
  ['docs.js', { type: javascript, at: ours('docs.js') }],
  ['icon.svg', { type: 'image/svg+xml', at: ours('icon.svg') }],
  ...viewerFiles(),
])

export const hasViewer = pageFiles.has('viewer.js')
