import vine from '@vinejs/vine'
import { chooseOwnLanguage } from '../../flows/account/choose-language.ts'
import { languages } from '../../platform/languages.ts'
import { day } from '../../platform/seconds.ts'
import { act, type HostedPage } from './hosted-page.ts'
import { paths } from './paths.ts'

const aMonth = 30 * day

/** What the choice below every page leads to: the browser keeps it, and so does the account, whose emails follow. */
export const languagePage: HostedPage = {
  path: paths.language,
  summary: 'Changes the language, and leads back.',
  view: async ({ at }) => ({ to: at('/') }),
  acts: {
    '': act({
      body: () => vine.create({ language: vine.enum(languages) }),
      run: async (visit, { language }) => {
        visit.cookies.write('language', language, aMonth)
        // an answer that was kept is in the language of before
        visit.cookies.drop('shown')
        const visitor = await visit.visitor()
        if (visitor) await chooseOwnLanguage(visit.deps, visitor.userId, language)
        return { to: visit.pageBefore ?? visit.at('/') }
      },
    }),
  },
}
