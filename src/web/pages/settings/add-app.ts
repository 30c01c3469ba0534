import { activeMethods } from '#credentials/queries.ts'
import { firstAuthenticatorName } from '#credentials/totp/enrol.ts'
import { beginAuthenticator } from '#flows/second-factor/apps/begin.ts'
import { html } from '#platform/html.ts'
import { alongForm, typedAlong } from '../along-form.ts'
import { keepApp } from '../app-cookie.ts'
import { inputs } from '../forms.ts'
import { act } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { settingsView } from './frame.ts'
import { appNameField } from './name-field.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'

export const addAppPage = ownPage({
  path: paths.addApp,
  summary: 'Starts to set up another authenticator app.',
  reads: (runner, { userId }) => activeMethods(runner, userId),

  view: (visit, again, methods) => {
    const { words, at } = visit
    if (methods.length === 0) return { to: at(paths.twoFactor) }
    const texts = words.settings.addApp
    const fields = [appNameField(words)]
    return settingsView(visit, again, {
      title: texts.title,
      section: 'twoFactor',
      fields,
      content: html`<p>${texts.lead}</p>
<form method="post">${inputs(visit, fields, again)}
<button type="submit">${texts.button}</button></form>
<p><a href="${at(paths.twoFactor)}">${words.settings.cancel}</a></p>`,
    })
  },

  acts: {
    '': act({
      body: () => alongForm,
      run: async (visit, { name = firstAuthenticatorName, ...typed }) => {
        const { deps, client, at } = visit
        const owner = await ownerOf(visit)
        const asked = { name, along: typedAlong(typed) }
        keepApp(visit, owner, await beginAuthenticator(deps, owner, asked, client))
        return { to: at(paths.setUp) }
      },
    }),
  },
})
