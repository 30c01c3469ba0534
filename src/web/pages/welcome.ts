import { type Html, html } from '../../platform/html.ts'
import { paragraphs } from './page.ts'

export const welcomePage = {
  path: '/',
  title: 'Account service',
  content: (product: string): Html[] => [
    ...paragraphs([
      `${product} keeps its accounts here. To sign in, go back to the application you came from.`,
    ]),
    html`<p><a href="account/forgot-password">Forgot your password?</a></p>`,
    html`<p>For developers: the <a href="docs">API reference</a> and the <a href="changelog">changelog</a>.</p>`,
  ],
}
