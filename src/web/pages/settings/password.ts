import { findAccount } from '../../../accounts/users/queries.ts'
import { findPasswordAccount } from '../../../credentials/password/queries.ts'
import { activeMethods } from '../../../credentials/queries.ts'
import { changePassword, passwordChangeBody } from '../../../flows/password/change.ts'
import { html } from '../../../platform/html.ts'
import { inputs } from '../forms.ts'
import { act, type HostedPage, type Visit } from '../hosted-page.ts'
import { newPasswordFields } from '../new-password.ts'
import { paths } from '../paths.ts'
import { currentPasswordField } from './fields.ts'
import { settingsView, withNews } from './frame.ts'
import { ownerOf, provenOwnerOf } from './owner.ts'

export const passwordPage: HostedPage = {
  path: paths.password,
  summary: 'Changes the password, or sets the first one.',
  isPrivate: true,

  view: async (visit, again) => {
    const { words, deps } = visit
    const { email, hasPassword } = await readAccount(visit)
    const texts = words.settings.password
    const fields = [
      ...(hasPassword ? [currentPasswordField(words, 'currentPassword')] : []),
      ...newPasswordFields(words, deps.config),
    ]
    return settingsView(visit, again, {
      title: hasPassword ? texts.change : texts.set,
      section: 'password',
      fields,
      content: html`<p>${texts.lead}</p>
<form method="post"><input hidden type="text" name="username" autocomplete="username" value="${email}">
${inputs(words, fields, again)}
<button type="submit">${texts.button}</button></form>`,
    })
  },

  acts: {
    '': act({
      body: passwordChangeBody,
      // the new password has to differ from the address
      beside: async (visit) => {
        const { userId } = await ownerOf(visit)
        return { email: (await findAccount(visit.deps.db, userId))?.email }
      },
      run: async (visit, body) => {
        await changePassword(visit.deps, await ownerOf(visit), body, visit.client)
        return withNews(visit, paths.settings, 'password-changed')
      },
    }),
  },
}

/** @throws 403 for a stale proof, unless the password in the form is enough to renew it */
const readAccount = async (visit: Visit) => {
  const { deps, client } = visit
  const owner = await ownerOf(visit)
  const [account, ofPassword, methods] = await deps.db.transaction((runner) =>
    Promise.all([
      findAccount(runner, owner.userId),
      findPasswordAccount(runner, owner, client.bucket),
      activeMethods(runner, owner.userId),
    ]),
  )
  const hasPassword = typeof ofPassword?.phc === 'string'
  if (!hasPassword || methods.length > 0) await provenOwnerOf(visit)
  return { email: account?.email ?? '', hasPassword }
}
