import type { Site } from 'openapi-changelog/pages'

/** What the pages about the interface have in common. */
export const site: Site = {
  name: 'Sallyport',
  style: 'docs/page.css',
  icon: 'docs/icon.svg',
  sections: [
    { path: 'changelog', text: 'Changelog' },
    { path: 'docs', text: 'API reference' },
  ],
}
