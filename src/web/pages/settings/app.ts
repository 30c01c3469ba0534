import vine from '@vinejs/vine'
import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { guardsAmong } from '#credentials/index.ts'
import { credentialNameField } from '#credentials/name-field.ts'
import { activeMethods } from '#credentials/queries.ts'
import { type Authenticator, listAuthenticators } from '#credentials/totp/queries/authenticators.ts'
import { beginAuthenticator } from '#flows/second-factor/apps/begin.ts'
import { removeAuthenticator } from '#flows/second-factor/apps/remove.ts'
import { rename } from '#flows/second-factor/apps/rename.ts'
import { secondFactorNeeded } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { alongForm, typedAlong } from '../along-form.ts'
import { keepApp } from '../app-cookie.ts'
import { buttonForm, inputs } from '../forms.ts'
import { act, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { appName } from './app-name.ts'
import { settingsView, withNews } from './frame.ts'
import { appNameField } from './name-field.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'

export const appPage = ownPage({
  path: paths.app,
  summary: 'Renames, replaces or removes an authenticator app.',
  query: { id: 'Its id.' },
  reads: (runner, { userId }) =>
    Promise.all([listAuthenticators(runner, userId), activeMethods(runner, userId)]),

  view: (visit, again, [apps, methods]) => {
    const { words, at, query, deps } = visit
    const app = apps.find(({ id }) => id === query.id)
    if (!app) return { to: at(paths.twoFactor) }
    const isLast = apps.length === 1 && guardsAmong(methods).length === 1
    const texts = words.settings.app
    const last = isTwoFactorRequired(deps) ? words.refused(secondFactorNeeded()) : texts.last
    const fields = [appNameField(words, app.name)]
    return settingsView(visit, again, {
      title: appName(words, app.name),
      section: 'twoFactor',
      fields,
      content: html`<form method="post">${inputs(visit, fields, again)}
<button type="submit" name="act" value="rename">${texts.rename}</button></form>
<h2>${texts.replace}</h2>
<p>${texts.replaceLead}</p>
${buttonForm(visit, texts.replaceButton, { act: 'replace', look: 'plain' })}
<h2>${texts.remove}</h2>
<p>${isLast ? last : texts.removeLead}</p>
${isLast ? undefined : buttonForm(visit, texts.removeButton, { act: 'remove', look: 'danger' })}
<p><a href="${at(paths.twoFactor)}">${words.settings.cancel}</a></p>`,
    })
  },

  acts: {
    rename: act({
      body: () => vine.create({ name: credentialNameField() }),
      run: async (visit, { name }) => {
        const { deps, query } = visit
        const { userId } = await ownerOf(visit)
        await rename(deps, userId, { id: query.id ?? '', name })
        return withNews(visit, paths.twoFactor, 'app-renamed')
      },
    }),
    replace: act({
      body: () => alongForm,
      run: async (visit, typed) => {
        const { deps, client, at } = visit
        const app = await findApp(visit)
        if (!app) return { to: at(paths.twoFactor) }
        const owner = await ownerOf(visit)
        const asked = { name: app.name, replaces: app.id, along: typedAlong(typed) }
        keepApp(visit, owner, await beginAuthenticator(deps, owner, asked, client))
        return { to: at(paths.setUp) }
      },
    }),
    remove: act({
      run: async (visit) => {
        const { deps, client, query } = visit
        const app = await findApp(visit)
        // pressed twice, it is gone already
        if (app) await removeAuthenticator(deps, await ownerOf(visit), query.id ?? '', client)
        return withNews(visit, paths.twoFactor, 'app-removed')
      },
    }),
  },
})

const findApp = async (visit: Visit): Promise<Authenticator | undefined> => {
  const { userId } = await ownerOf(visit)
  const apps = await listAuthenticators(visit.deps.db, userId)
  return apps.find(({ id }) => id === visit.query.id)
}
