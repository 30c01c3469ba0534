import { providersOf } from '#credentials/identities/providers/configured.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { type Html, html } from '#platform/html.ts'
import { buttonForm, type Field, goodNews, problemNote } from '../forms.ts'
import { type Again, untouched, type Visit } from '../hosted-page.ts'
import type { View } from '../page.ts'
import { paths } from '../paths.ts'
import type { PageWords } from '../words.ts'

export type Section = keyof PageWords['settings']['sections']

/** News of what was done before a redirect to a page. */
export type News = keyof PageWords['settings']['news']

type Settings = Pick<View, 'title' | 'hasScript' | 'formAction'> & {
  section: Section
  fields?: readonly Field[]
  content: Html
}

/** A page for people who are signed in. `fields`: its forms' fields, which show their own faults. */
export const settingsView = (
  visit: Visit,
  again: Again,
  { title, hasScript = false, formAction, section, fields = [], content }: Settings,
): View => ({
  title,
  hasScript,
  formAction,
  header: buttonForm(visit, visit.words.frame.signOut, { look: 'bare', to: visit.at(paths.signOut) }),
  navigation: navigationOf(visit, section),
  content: html`${again === untouched ? newsOf(visit) : undefined}${problemNote(visit.words, again, fields)}
${content}`,
})

/** The same section again, with news of what was done. */
export const withNews = ({ at }: Visit, path: string, news: News) => ({ to: at(path, { news }) })

const newsOf = ({ query, words }: Visit): Html | undefined => {
  const { news } = words.settings
  const name = query.news ?? ''
  return Object.hasOwn(news, name) ? goodNews(news[name as News]) : undefined
}

const sections: Record<Section, string> = {
  overview: paths.settings,
  activity: paths.activity,
  sessions: paths.sessions,
  email: paths.email,
  password: paths.password,
  passkeys: paths.passkeys,
  twoFactor: paths.twoFactor,
  providers: paths.providers,
  waysBack: paths.waysBack,
  data: paths.data,
  close: paths.close,
}

/** The section that a page belongs to. */
export const sectionOf = (path: string): Section =>
  (Object.keys(sections) as Section[]).findLast((section) => path.startsWith(sections[section])) ?? 'overview'

const navigationOf = ({ deps, words, at }: Visit, current: Section): Html => {
  const texts = words.settings
  const missing: Section[] = [
    ...(providersOf(deps).size > 0 ? [] : (['providers'] as const)),
    ...(relyingPartyOf(deps.config) ? [] : (['passkeys'] as const)),
  ]
  const shown = (Object.keys(sections) as Section[]).filter((section) => !missing.includes(section))
  const links = shown.map(
    (section) =>
      html`<li><a href="${at(sections[section])}"${section === current ? html` aria-current="page"` : undefined}>${texts.sections[section]}</a></li>`,
  )
  return html`<nav aria-label="${texts.navigation}"><ul>${links}</ul></nav>`
}
