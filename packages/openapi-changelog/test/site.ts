import type { Site } from '../src/site.ts'

export const site: Site = {
  name: 'Things & more',
  style: 'assets/page.css',
  icon: 'assets/icon.svg',
  sections: [
    { path: 'changelog', text: 'Changelog' },
    { path: 'guide', text: 'Guide' },
  ],
}
