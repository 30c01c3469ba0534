import vine from '@vinejs/vine'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { listIdentities } from '#credentials/identities/queries/identities.ts'
import { credentialNameField } from '#credentials/name-field.ts'
import { needRelyingParty } from '#credentials/passkeys/relying-party.ts'
import { activeMethods } from '#credentials/queries.ts'
import { changePasskey } from '#flows/second-factor/passkeys/change.ts'
import { removePasskey } from '#flows/second-factor/passkeys/remove.ts'
import { isRefusedAs, notFound } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import type { Along } from '#sessions/proof/along.ts'
import { alongForm, typedAlong } from '../along-form.ts'
import { inputs } from '../forms.ts'
import { act, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { dropCodes, leadToCodes } from './codes-cookie.ts'
import { type News, settingsView, withNews } from './frame.ts'
import { ownNameField } from './name-field.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'
import { factorPart, removalPart } from './passkey-parts.ts'
import { readWays } from './ways.ts'

export const passkeyPage = ownPage({
  path: paths.passkey,
  summary: 'Renames or removes a passkey, or makes it a second factor or none.',
  query: { id: 'Its id.', news: 'What was done.' },
  needs: needRelyingParty,
  reads: (runner, owner, visit) =>
    Promise.all([
      readWays(runner, owner, visit),
      listIdentities(runner, owner.userId),
      findMailbox(runner, owner.userId),
    ]),

  view: (visit, again, [ways, identities, mailbox]) => {
    const { words, at, query } = visit
    if (query.id === undefined) return { to: at(paths.passkeys) }
    const passkey = ways.passkeys.find(({ id }) => id === query.id)
    if (!passkey) throw notFound()
    const fields = [ownNameField(words, passkey.name)]
    return settingsView(visit, again, {
      title: passkey.name,
      section: 'passkeys',
      fields,
      content: html`<form method="post">${inputs(visit, fields, again)}
<button type="submit" name="act" value="rename">${words.settings.app.rename}</button></form>
${factorPart(visit, passkey, ways)}
${removalPart(visit, passkey, { ...ways, identities, mailbox })}
<p><a href="${at(paths.passkeys)}">${words.settings.cancel}</a></p>`,
    })
  },

  acts: {
    rename: act({
      body: () => vine.create({ name: credentialNameField() }),
      run: async (visit, { name }) => {
        await change(visit, { name })
        return withNews(visit, paths.passkeys, 'passkey-renamed')
      },
    }),
    guard: act({
      body: () => alongForm,
      run: async (visit, typed) => {
        const { backup } = await change(visit, { asSecondFactor: true }, typedAlong(typed))
        if (backup) return leadToCodes(visit, await ownerOf(visit), backup)
        return withNews(visit, paths.passkeys, 'passkey-guards')
      },
    }),
    resign: act({
      body: () => alongForm,
      run: async (visit, typed) => {
        await change(visit, { asSecondFactor: false }, typedAlong(typed))
        return afterwards(visit, 'passkey-resigned')
      },
    }),
    remove: act({
      body: () => alongForm,
      run: async (visit, typed) => {
        const { deps, client, query } = visit
        const removed = { id: query.id ?? '', along: typedAlong(typed) }
        await removePasskey(deps, await ownerOf(visit), removed, client).catch(orRemoved)
        return afterwards(visit, 'passkey-removed')
      },
    }),
  },
})

const change = async (
  visit: Visit,
  changes: { name?: string; asSecondFactor?: boolean },
  along: Along = {},
) => {
  const { deps, client, query } = visit
  return changePasskey(deps, await ownerOf(visit), { id: query.id ?? '', ...changes, along }, client)
}

// pressed twice
const orRemoved = (error: unknown) => {
  if (!isRefusedAs(error, 'not_found')) throw error
}

/** It may have been the last second factor. */
const afterwards = async (visit: Visit, news: News) => {
  const owner = await ownerOf(visit)
  const isOn = (await activeMethods(visit.deps.db, owner.userId)).length > 0
  if (!isOn) await dropCodes(visit, owner)
  return withNews(visit, paths.passkeys, news)
}
