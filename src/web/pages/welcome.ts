import type { Directory } from '#contract/wire.ts'
import { type Html, html } from '../../platform/html.ts'
import type { HostedPage, Visit } from './hosted-page.ts'
import { paths } from './paths.ts'
import type { PageWords } from './words.ts'

export const welcomePage: HostedPage = {
  path: '/',
  summary: 'The welcome page.',
  view: async ({ words, deps: { config }, at, cookies }) => {
    const texts = words.welcome
    const way = cookies.read('account')
      ? html`<a class="button" href="${at(paths.settings)}">${texts.account}</a>`
      : html`<a class="button" href="${at(paths.signIn)}">${texts.signIn}</a>`
    return {
      title: config.productName,
      content: html`<p>${texts.lead(config.productName)}</p>
${config.pages ? way : undefined}
<p><a href="${at(paths.forgot)}">${words.forgot.title}</a></p>
${config.developerLinks ? linksFor(texts, at) : undefined}`,
    }
  },
}

const linksFor = (texts: PageWords['welcome'], at: Visit['at']): Html => html`<h2>${texts.developers}</h2>
<ul class="list">
<li><a href="${at('/docs')}">${texts.reference}</a></li>
<li><a href="${at('/changelog')}">${texts.changelog}</a></li>
<li><a href="${at('/health/ready')}">${texts.health}</a></li>
</ul>`

/** For programs. */
export const directory = (name: string, at: (path: string) => string): Directory => ({
  name,
  docs: at('/docs'),
  openapi: at('/openapi.json'),
  changelog: at('/changelog'),
  health: at('/health/ready'),
})
