import vine from '@vinejs/vine'
import { activeMethods } from '#credentials/queries.ts'
import { readFirstCode } from '#credentials/totp/check-enrolment.ts'
import { findEnrolment } from '#credentials/totp/queries/enrolments.ts'
import { confirmAuthenticator } from '#flows/second-factor/apps/confirm.ts'
import { beginEnrolment } from '#flows/second-factor/begin.ts'
import { confirmEnrolment } from '#flows/second-factor/confirm.ts'
import { type Html, html } from '#platform/html.ts'
import { alongForm, typedAlong } from '../along-form.ts'
import { keepApp, pendingOf } from '../app-cookie.ts'
import { buttonForm } from '../forms.ts'
import { act, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { leadToCodes, readCodes } from './codes-cookie.ts'
import { firstCodeField } from './fields.ts'
import { settingsView, withNews } from './frame.ts'
import { provenPage } from './own-page.ts'
import { ownerOf } from './owner.ts'
import { pendingApp } from './pending-app.ts'

export const setUpPage = provenPage({
  path: paths.setUp,
  summary: 'Sets up an authenticator app, the first one or another.',
  reads: (runner, owner) => Promise.all([findEnrolment(runner, owner), activeMethods(runner, owner.userId)]),

  view: async (visit, again, [enrolment, methods]) => {
    const { words, at } = visit
    const pending = await pendingOf(visit, await ownerOf(visit), enrolment)
    if (!pending && methods.length > 0) return { to: at(paths.twoFactor) }
    const fields = [firstCodeField(words)]
    return settingsView(visit, again, {
      title: words.settings.setUp.title,
      section: 'twoFactor',
      fields: pending ? fields : [],
      content: pending ? pendingApp(visit, pending, again) : beginning(visit),
    })
  },

  acts: {
    begin: act({
      body: () => alongForm,
      run: async (visit, typed) => {
        const { deps, client, at } = visit
        const owner = await ownerOf(visit)
        keepApp(visit, owner, await beginEnrolment(deps, owner, typedAlong(typed), client))
        return { to: at(paths.setUp) }
      },
    }),
    confirm: act({
      body: () => vine.create({ code: vine.string() }),
      run: async (visit, body) => {
        const { deps, client } = visit
        const owner = await ownerOf(visit)
        const code = readFirstCode(body.code)
        if (!(await isOn(visit, owner.userId))) {
          const { backup } = await confirmEnrolment(deps, owner, code, client)
          visit.cookies.drop('app')
          return leadToCodes(visit, owner, backup)
        }
        // pressed twice: the codes are waiting
        if ((await readCodes(visit, owner)) && !(await findEnrolment(deps.db, owner)))
          return { to: visit.at(paths.codes) }
        await confirmAuthenticator(deps, owner, code, client)
        visit.cookies.drop('app')
        return withNews(visit, paths.twoFactor, 'app-added')
      },
    }),
  },
})

const isOn = async ({ deps }: Visit, userId: string) => (await activeMethods(deps.db, userId)).length > 0

const beginning = (visit: Visit): Html => {
  const { lead, begin } = visit.words.settings.setUp
  return html`<p>${lead}</p>${buttonForm(visit, begin, { act: 'begin' })}`
}
