import vine from '@vinejs/vine'
import { chooseOwnLanguage } from '../../flows/account/choose-language.ts'
import { languages } from '../../platform/languages.ts'
import { day } from '../../platform/seconds.ts'
import { act, type HostedPage } from './hosted-page.ts'
import { paths } from './paths.ts'

const aMonth = 30 * day

/** Handles the choice below every page: the browser keeps it, and so does the account, for its emails. */
export const languagePageAt = (path: string, home: string): HostedPage => ({
  path,
  summary: 'Changes the language, and leads back.',
  view: async ({ at }) => ({ to: at(home) }),
  acts: {
    '': act({
      body: () => vine.create({ language: vine.enum(languages) }),
      run: async (visit, { language }) => {
        visit.cookies.write('language', language, aMonth)
        // a stored answer is in the former language
        visit.cookies.drop('shown')
        const visitor = await visit.visitor()
        if (visitor) await chooseOwnLanguage(visit.deps, visitor.userId, language)
        return { to: visit.pageBefore ?? visit.at(home) }
      },
    }),
  },
})

export const languagePage = languagePageAt(paths.language, '/')
