import vine from '@vinejs/vine'
import { haveCode, haveSecondStep } from '#credentials/index.ts'
import { passwordField } from '#credentials/password/fields.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visitor } from '#sessions/authenticate-visit.ts'
import { asTyped } from '#sessions/proof/check-code.ts'
import { type Proof, renewIdentityProof } from '#sessions/proof/renew.ts'
import { type Field, inputs, usernameField } from '../forms.ts'
import { type Again, act, type Visit } from '../hosted-page.ts'
import { nextPage } from '../next-page.ts'
import { assertionForm } from '../passkey-answer.ts'
import { paths } from '../paths.ts'
import { eitherCodeField, passwordBeside } from './fields.ts'
import { type News, sectionOf, settingsView } from './frame.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'
import { proveByPasskey } from './prove-by-passkey.ts'
import { type OwnWays, readOwnWays, type Ways } from './ways.ts'

export const confirmIdentityPage = ownPage({
  isForAwaiting: true,
  path: paths.confirmIdentity,
  summary: 'Proves again who somebody is.',
  query: { next: 'Which of the pages it leads to.' },
  reads: readOwnWays,

  view: async (visit, again, ways) => {
    const { settings } = visit.words
    const { title, lead } = settings.confirm
    const section = sectionOf(nextPage(visit.query.next))
    const way = wayOf(await ownerOf(visit), ways)
    const field = way && fieldOf(visit, way, ways, again)
    const hasPasskeys = ways.passkeys.length > 0
    const other = way && field && formOf(visit, { way, field, ways }, again)
    return settingsView(visit, again, {
      title,
      section,
      fields: field ? [field] : [],
      hasScript: hasPasskeys,
      content: html`<p>${lead(settings.sections[section])}</p>
${other || hasPasskeys ? await proveByPasskey(visit, ways, { other }) : signInAgain(visit)}
<p><a href="${visit.at(paths.settings)}">${settings.cancel}</a></p>`,
    })
  },

  acts: {
    password: act({
      body: () => vine.create({ password: passwordField() }),
      run: (visit, { password }) => renew(visit, { method: 'password', password }),
    }),
    passkey: act({
      body: () => assertionForm,
      run: (visit, { credential }) => renew(visit, { method: 'passkey', credential }),
    }),
    code: act({
      body: () => vine.create({ code: vine.string() }),
      run: (visit, { code }) => renew(visit, asTyped(code)),
    }),
  },
})

const renew = async (visit: Visit, proof: Proof) => {
  await renewIdentityProof(visit.deps, await ownerOf(visit), proof, visit.client)
  return { to: visit.at(nextPage(visit.query.next), { news: 'confirmed' satisfies News }) }
}

type Way = 'password' | 'code'

/** How this visit can renew its proof, beside a passkey. Undefined if only a new sign-in helps. */
const wayOf = (owner: Visitor, { methods, hasPassword }: Ways): Way | undefined => {
  if (methods.length > 0) return haveSecondStep(owner.methods) && haveCode(methods) ? 'code' : undefined
  return hasPassword ? 'password' : undefined
}

const fieldOf = ({ words }: Visit, way: Way, { methods }: Ways, again: Again): Field =>
  way === 'code' ? eitherCodeField(words, methods) : passwordBeside(words, again)

type Asked = { way: Way; field: Field; ways: OwnWays }

const formOf = (visit: Visit, { way, field, ways }: Asked, again: Again): Html =>
  html`<form method="post">${usernameField(ways.email)}${inputs(visit, [field], again)}
<button type="submit" name="act" value="${way}">${visit.words.settings.confirm.button}</button></form>`

const signInAgain = (visit: Visit): Html => {
  const texts = visit.words.settings.confirm
  const way = visit.at(paths.signIn, { prompt: 'login', next: nextPage(visit.query.next) })
  return html`<p>${texts.signInAgain}</p>
<p><a class="button" href="${way}">${texts.signIn}</a></p>`
}
