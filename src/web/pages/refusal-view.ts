import type { Config } from '../../config/config.ts'
import type { Refused } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import type { Visit } from './hosted-page.ts'
import { paragraphs, type View } from './page.ts'
import { paths } from './paths.ts'
import type { PageWords } from './words.ts'

/** Where people continue. */
type WaysOn = {
  forgot: string
  /** The page that refused, to try again on. */
  page?: string | undefined
  account?: string | undefined
  home: string
  product: string
  publicUrl: string | undefined
}

export const waysOnOf = (
  { config }: { config: Pick<Config, 'pages' | 'homeUrl' | 'productName' | 'publicUrl'> },
  at: Visit['at'],
  page?: string,
): WaysOn => ({
  forgot: at(paths.forgot),
  page,
  account: config.pages ? at(paths.settings) : undefined,
  home: config.homeUrl ?? at('/'),
  product: config.productName,
  publicUrl: config.publicUrl,
})

/** A page that says why the requested one is missing, and where to continue. */
export const refusalView = (words: PageWords, refused: Refused, ways: WaysOn): View => {
  const { title, lead } = refusalTexts(words, refused, ways.publicUrl)
  const content = [...paragraphs([lead]), ...linksOf(words, refused, ways)]
  return { title, content, status: refused.status, headers: refused.headers, isRefusal: true }
}

const linksOf = (words: PageWords, { status }: Refused, { forgot, page, account, home, product }: WaysOn) => {
  const mayHelp = page !== undefined && ![401, 404].includes(status)
  return [
    ...(mayHelp ? [linkTo(page, words.refusals.again)] : []),
    ...(status === 401 ? [linkTo(forgot, words.forgot.title)] : []),
    account === undefined ? linkTo(home, words.frame.back(product)) : linkTo(account, words.welcome.account),
  ]
}

const linkTo = (to: string, text: string): Html => html`<p><a href="${to}">${text}</a></p>`

type Texts = { title: string; lead: string }

/** What it says. */
export const refusalTexts = (words: PageWords, refused: Refused, publicUrl?: string): Texts => {
  const { refusals, signIn } = words
  if (refused.page === 'cookieNotKept') {
    const { title, lead } = refusals.cookieNotKept
    return { title, lead: lead(publicUrl) }
  }
  if (refused.page === 'signInLost') return { title: refusals.wrongAddress.title, lead: signIn.expired }
  if (refused.page) return refusals[refused.page]
  if (refused.details.code === 'cross_site') return refusals.fromElsewhere
  const byStatus: Record<number, Texts> = {
    401: refusals.deadLink,
    404: refusals.notFound,
    415: refusals.fromElsewhere,
    429: refusals.tooMany,
    503: refusals.away,
  }
  return byStatus[refused.status] ?? { title: refusals.other, lead: words.refused(refused) }
}
