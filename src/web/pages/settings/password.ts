import { findAccount } from '#accounts/users/queries/users.ts'
import { changePassword, passwordChangeBody } from '#flows/password/change.ts'
import { html } from '#platform/html.ts'
import { requireProofBy } from '#sessions/proof/require-recent-proof.ts'
import { inputs, usernameField } from '../forms.ts'
import { act } from '../hosted-page.ts'
import { newPasswordFields } from '../new-password.ts'
import { paths } from '../paths.ts'
import { currentPasswordField } from './fields.ts'
import { settingsView, withNews } from './frame.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'
import { readWays } from './ways.ts'

export const passwordPage = ownPage({
  path: paths.password,
  summary: 'Changes the password, or sets the first one.',
  reads: (runner, owner, visit) =>
    Promise.all([findAccount(runner, owner.userId), readWays(runner, owner, visit)]),

  view: async (visit, again, [account, { methods, hasPassword }]) => {
    const { words, deps } = visit
    // the password in the form renews a stale proof, if there is no second factor
    if (!hasPassword || methods.length > 0)
      await requireProofBy(deps, await ownerOf(visit), methods, visit.client)
    const email = account?.email ?? ''
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
<form method="post">${usernameField(email)}
${inputs(visit, fields, again)}
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
})
