import { type Html, html } from '../html.ts'
import { paragraphs } from './page.ts'

/** What somebody sees who opens the service's own address. */
export const welcomePage = {
  path: '/',
  title: 'Account service',
  content: (product: string): Html[] => [
    ...paragraphs([
      `This service looks after the accounts of ${product}. To sign in, use the application you came from.`,
    ]),
    html`<p>For developers: the <a href="docs">API reference</a> and the <a href="changelog">changelog</a>.</p>`,
  ],
}
