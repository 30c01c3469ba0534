import vine from '@vinejs/vine'
import { activeMethods } from '../../../credentials/queries.ts'
import { firstAuthenticatorName } from '../../../credentials/totp/enrol.ts'
import { authenticatorNameField, beginAuthenticator } from '../../../flows/authenticators/begin.ts'
import { optional } from '../../../platform/exact.ts'
import { html } from '../../../platform/html.ts'
import { inputs } from '../forms.ts'
import { act, type HostedPage } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { appNameField } from './app-name.ts'
import { settingsView } from './frame.ts'
import { ownerOf, provenOwnerOf } from './owner.ts'

export const addAppPage: HostedPage = {
  path: paths.addApp,
  summary: 'Starts to set up another authenticator app.',
  isPrivate: true,

  view: async (visit, again) => {
    const { words, deps, at } = visit
    const { userId } = await provenOwnerOf(visit)
    if ((await activeMethods(deps.db, userId)).length === 0) return { to: at(paths.twoFactor) }
    const texts = words.settings.addApp
    const fields = [appNameField(words)]
    return settingsView(visit, again, {
      title: texts.title,
      section: 'twoFactor',
      fields,
      content: html`<p>${texts.lead}</p>
<form method="post">${inputs(words, fields, again)}
<button type="submit">${texts.button}</button></form>
<p><a href="${at(paths.twoFactor)}">${words.settings.cancel}</a></p>`,
    })
  },

  acts: {
    '': act({
      body: () => vine.create({ name: optional(authenticatorNameField()) }),
      run: async (visit, { name = firstAuthenticatorName }) => {
        const { deps, client, at } = visit
        await beginAuthenticator(deps, await ownerOf(visit), { name }, client)
        return { to: at(paths.setUp) }
      },
    }),
  },
}
