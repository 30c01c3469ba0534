export { type Html, html } from '../html.ts'
export type { Site } from '../site.ts'
export { changelogPage, releasePage } from './changelog-page.ts'
export { comparePage, noComparisonPage } from './compare-page.ts'
export { layout, pagePolicy } from './layout.ts'

export const pageStyle: URL = new URL('../../assets/page.css', import.meta.url)
