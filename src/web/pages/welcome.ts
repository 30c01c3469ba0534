import { type Html, html } from '../../platform/html.ts'
import { paragraphs } from './page.ts'

/** What somebody sees who opens the service's own address. */
export const welcomePage = {
  path: '/',
  title: 'Account service',
  content: (product: string): Html[] => [
    ...paragraphs([
      `${product} uses this service for its accounts. To sign in, use the application you came from.`,
    ]),
    html`<p><a href="account/forgot-password">Forgot your password?</a></p>`,
    html`<p>For developers: the <a href="docs">API reference</a> and the <a href="changelog">changelog</a>.</p>`,
  ],
}
