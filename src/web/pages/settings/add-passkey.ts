import { needRelyingParty } from '#credentials/passkeys/relying-party.ts'
import { activeMethods } from '#credentials/queries.ts'
import { addPasskey } from '#flows/second-factor/passkeys/add.ts'
import { beginPasskey } from '#flows/second-factor/passkeys/begin.ts'
import { deviceOf } from '#messages/mail/device.ts'
import { html } from '#platform/html.ts'
import { type AlongForm, alongForm, typedAlong } from '../along-form.ts'
import { inputs } from '../forms.ts'
import { act, untouched, type Visit } from '../hosted-page.ts'
import type { View } from '../page.ts'
import { attestationForm } from '../passkey-answer.ts'
import { passkeyForm } from '../passkey-form.ts'
import { paths } from '../paths.ts'
import { leadToCodes } from './codes-cookie.ts'
import { settingsView, withNews } from './frame.ts'
import { ownNameField } from './name-field.ts'
import { scriptNote } from './need-script.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'

export const addPasskeyPage = ownPage({
  path: paths.addPasskey,
  summary: 'Adds a passkey or a security key.',
  needs: needRelyingParty,
  reads: (runner, { userId }) => activeMethods(runner, userId),

  view: (visit, again, methods) => {
    const { words, at } = visit
    const { addPasskey: texts, passkey, cancel } = words.settings
    const fields = [ownNameField(words)]
    return settingsView(visit, again, {
      title: texts.title,
      section: 'passkeys',
      fields,
      // its script takes away the note
      hasScript: true,
      content: html`${scriptNote(words)}
<form method="post">${inputs(visit, fields, again)}
<p>${texts.lead}</p>
<button type="submit" name="act" value="begin">${texts.button}</button>
<p>${texts.keyLead}${methods.length === 0 ? ` ${passkey.turnsOn}` : undefined}</p>
<button type="submit" name="act" value="begin-key" class="plain">${texts.keyButton}</button></form>
<p><a href="${at(paths.passkeys)}">${cancel}</a></p>`,
    })
  },

  acts: {
    begin: act({ body: () => alongForm, run: (visit, typed) => begin(visit, typed, false) }),
    'begin-key': act({ body: () => alongForm, run: (visit, typed) => begin(visit, typed, true) }),
    add: act({
      body: () => attestationForm,
      run: async (visit, made) => {
        const owner = await ownerOf(visit)
        const { backup } = await addPasskey(visit.deps, owner, made, visit.client)
        return backup ? leadToCodes(visit, owner, backup) : withNews(visit, paths.passkeys, 'passkey-added')
      },
    }),
  },
})

/** The second half of the page, which needs a script. Not a redirect: nothing is stored that a reload could show. */
const begin = async (visit: Visit, typed: AlongForm, asSecondFactor: boolean): Promise<View> => {
  const { deps, client, words, at } = visit
  const wanted = { asSecondFactor, along: typedAlong(typed) }
  const { publicKey } = await beginPasskey(deps, await ownerOf(visit), wanted, client)
  const texts = words.settings.addPasskey
  return settingsView(visit, untouched, {
    title: texts.title,
    section: 'passkeys',
    hasScript: true,
    content: html`${scriptNote(words)}
<p>${asSecondFactor ? texts.createKey : texts.create}</p>
${passkeyForm(visit, {
  kind: 'create',
  options: publicKey,
  act: 'add',
  button: asSecondFactor ? texts.createKeyButton : texts.createButton,
  failed: texts.failed,
  known: texts.known,
  fields: [
    typed.name === undefined
      ? html`<input type="hidden" name="suggested" value="${nameFor(visit, asSecondFactor)}">`
      : html`<input type="hidden" name="name" value="${typed.name}">`,
  ],
})}
<p><a href="${at(paths.addPasskey)}">${words.settings.cancel}</a></p>`,
  })
}

/** A security key goes from device to device. */
const nameFor = ({ client, words }: Visit, asSecondFactor: boolean): string => {
  const { name, keyName } = words.settings.addPasskey
  return asSecondFactor ? keyName : (deviceOf(client.userAgent ?? '', words.language) ?? name)
}
