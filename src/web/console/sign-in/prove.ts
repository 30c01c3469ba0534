import vine from '@vinejs/vine'
import { haveCode } from '#credentials/index.ts'
import { html } from '#platform/html.ts'
import { asTyped } from '#sessions/proof/check-code.ts'
import { type Proof, renewIdentityProof } from '#sessions/proof/renew.ts'
import { inputs, usernameField } from '../../pages/forms.ts'
import { act, type HostedPage, type Onward, type Visit } from '../../pages/hosted-page.ts'
import { assertionForm } from '../../pages/passkey-answer.ts'
import { eitherCodeField } from '../../pages/settings/fields.ts'
import { proveByPasskey } from '../../pages/settings/prove-by-passkey.ts'
import { readOwnWays } from '../../pages/settings/ways.ts'
import { consoleView } from '../frame.ts'
import { nextConsolePage } from '../next.ts'
import { operatorOf } from '../operator.ts'
import { consolePaths } from '../paths.ts'

/** A code is enough beside the password that opened the visit: nobody is here who has not proven both. */
export const provePage: HostedPage = {
  path: consolePaths.prove,
  summary: 'Proves again who an operator is, before something is changed.',
  query: { next: 'Which of its pages it leads to.' },
  isPrivate: true,
  reads: readOwnWays,

  view: async (visit, again) => {
    const { words, at } = visit
    const ways = await visit.read(readOwnWays)
    const fields = haveCode(ways.methods) ? [eitherCodeField(words, ways.methods)] : []
    const other =
      fields.length === 0
        ? undefined
        : html`<form method="post">${usernameField(ways.email)}${inputs(visit, fields, again)}
<button type="submit" name="act" value="code">${words.settings.confirm.button}</button></form>`
    return consoleView(visit, again, {
      title: words.settings.confirm.title,
      section: 'overview',
      fields,
      hasScript: ways.passkeys.length > 0,
      content: html`<p>${words.console.prove}</p>
${await proveByPasskey(visit, ways, { other })}
<p><a href="${at(consolePaths.overview)}">${words.console.cancel}</a></p>`,
    })
  },

  acts: {
    passkey: act({
      body: () => assertionForm,
      run: (visit, { credential }) => prove(visit, { method: 'passkey', credential }),
    }),
    code: act({
      body: () => vine.create({ code: vine.string() }),
      run: (visit, { code }) => prove(visit, asTyped(code)),
    }),
  },
}

const prove = async (visit: Visit, proof: Proof): Promise<Onward> => {
  await renewIdentityProof(visit.deps, await operatorOf(visit), proof, visit.client)
  return { to: visit.at(nextConsolePage(visit.query.next)) }
}
